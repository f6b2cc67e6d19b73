import { Link } from '@tanstack/react-router';
import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { DISCREPANCY_RESOLUTION } from '#db/specimens/discrepancies/discrepancy.ts';
import { MAY_RESOLVE, RESOLUTIONS_FOR } from '#db/specimens/discrepancies/resolve-discrepancy.ts';
import { ReceiptPhotos } from '#pwa/features/specimens/accession/receipt-photos.tsx';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { type SelectedResolution, useResolve } from './resolve-discrepancy.tsx';
import { type UnexpectedTube, useUnexpectedTubes } from './use-linkable.ts';

const MAX_ROWS = 20;

function TubeLine({
  tube,
  onLink,
  onChoose,
}: {
  tube: UnexpectedTube;
  onLink(): void;
  onChoose(selection: SelectedResolution): void;
}) {
  const { role } = useReplica().actor;
  const { sample, unexpected, description } = tube;
  const resolutions = unexpected
    ? RESOLUTIONS_FOR[unexpected.type].filter((one) => hasCapability(role, MAY_RESOLVE[one]))
    : [];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to="/lab/samples/$id"
          params={{ id: sample.id }}
          className="code inline-flex min-h-11 items-center underline"
        >
          {sample.barcode}
        </Link>
        <p className="break-words text-ink-soft text-sm">
          {[description, `Received ${formatDate(sample.createdAt, 'shortAtTime')}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {unexpected && (
        <ReceiptPhotos
          groupId={unexpected.accessionGroupId}
          ids={unexpected.photoFileIds}
          of={`tube ${sample.barcode}`}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {hasCapability(role, 'completeSpecimenInfo') && (
          <Button icon={Link2} aria-label={`Link ${sample.barcode} to a requisition`} onClick={onLink}>
            Link
          </Button>
        )}
        {unexpected &&
          resolutions.map((resolution) => (
            <Button
              key={resolution}
              aria-label={`${sample.barcode}: ${DISCREPANCY_RESOLUTION[resolution].label}`}
              onClick={() => onChoose({ discrepancy: unexpected, resolution })}
            >
              {DISCREPANCY_RESOLUTION[resolution].label}
            </Button>
          ))}
      </div>
    </li>
  );
}

/** Lists the tubes that belong to no order: each is linked to its requisition, returned or disposed of. */
export function UnexpectedTubes() {
  const { role } = useReplica().actor;
  const tubes = useUnexpectedTubes();
  const { choose, problem, dialog } = useResolve();
  const [linking, setLinking] = useState<string | null>(null);
  if (!tubes || tubes.length === 0) return null;
  return (
    <Section title={`Unexpected tubes in quarantine: ${tubes.length}`}>
      {problem && <Notice tone="danger" title={problem} />}
      {!hasCapability(role, 'completeSpecimenInfo') && (
        <p className="text-ink-soft">
          A lab manager, a project manager, a director or customer service links them.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {tubes.slice(0, MAX_ROWS).map((tube) => (
          <TubeLine
            key={tube.sample.id}
            tube={tube}
            onLink={() => setLinking(tube.sample.id)}
            onChoose={choose}
          />
        ))}
      </ul>
      {tubes.length > MAX_ROWS && (
        <p>{`and ${tubes.length - MAX_ROWS} more; Link finds each by its code.`}</p>
      )}
      {dialog}
      {linking !== null && <LinkDialog sampleId={linking} onClose={() => setLinking(null)} />}
    </Section>
  );
}
