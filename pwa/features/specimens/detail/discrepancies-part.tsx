import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Discrepancy } from '#db/specimens/discrepancy.ts';
import { DISCREPANCY_RESOLUTION } from '#db/specimens/discrepancy-resolution.ts';
import { DISCREPANCY_TYPE, type DiscrepancyType } from '#db/specimens/discrepancy-type.ts';
import { recordNumberText } from '#db/specimens/record-number.ts';
import { MAY_RESOLVE, RESOLUTIONS_FOR } from '#db/specimens/resolve-discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { NewLabelDialog } from '../new-label-dialog.tsx';
import { ReceiptPhotos } from '../photos/receipt-photos.tsx';
import { type SelectedResolution, useResolve } from '../use-resolve.tsx';

/** Discrepancies about the identity of the material: only they need the patient's number. */
const IDENTITY: readonly DiscrepancyType[] = [
  'WRONG_LABEL',
  'UNLABELED',
  'DUPLICATE_LABEL',
  'WRONG_PLATE_POSITION',
];

interface DiscrepanciesPartProps {
  specimen: Specimen;
  discrepancies: readonly Discrepancy[];
  samples: readonly Sample[];
  clinical: boolean;
}

/** The tube that gets a new label: the one with the label problem, else the first of the specimen. */
const tubeOf = ({ type, sampleId }: Discrepancy, samples: readonly Sample[]): Sample | null =>
  type === 'WRONG_PLATE_POSITION'
    ? null
    : (samples.find(({ id }) => id === sampleId) ??
      samples.find(({ sampleKind }) => sampleKind === 'PRIMARY') ??
      null);

function DiscrepancyLine({
  discrepancy,
  onChoose,
}: {
  discrepancy: Discrepancy;
  onChoose(selection: SelectedResolution): void;
}) {
  const { role } = useReplica().actor;
  const open = discrepancy.resolution === 'OPEN';
  const resolutions = RESOLUTIONS_FOR[discrepancy.type].filter((one) =>
    hasCapability(role, MAY_RESOLVE[one]),
  );
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{DISCREPANCY_TYPE[discrepancy.type]}</span>
        <StatusBadge display={DISCREPANCY_RESOLUTION[discrepancy.resolution]} />
        <span className="text-ink-soft text-sm">{formatDate(discrepancy.createdAt, 'monthDayAtTime')}</span>
      </div>
      {discrepancy.description !== DISCREPANCY_TYPE[discrepancy.type] && <p>{discrepancy.description}</p>}
      <ReceiptPhotos
        groupId={discrepancy.accessionGroupId}
        ids={discrepancy.photoFileIds}
        of={`${DISCREPANCY_TYPE[discrepancy.type].toLowerCase()}`}
      />
      {discrepancy.resolutionNote && <p className="text-ink-soft">{discrepancy.resolutionNote}</p>}
      {open && resolutions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {resolutions.map((resolution) => (
            <Button key={resolution} onClick={() => onChoose({ discrepancy, resolution })}>
              {DISCREPANCY_RESOLUTION[resolution].label}
            </Button>
          ))}
        </div>
      )}
      {open && resolutions.length === 0 && (
        <p className="text-ink-soft">A lab manager, a director or customer service decides this.</p>
      )}
    </li>
  );
}

/** Lists the discrepancies of a specimen and their possible decisions. */
export function DiscrepanciesPart({ specimen, discrepancies, samples, clinical }: DiscrepanciesPartProps) {
  const [relabeled, setRelabeled] = useState<Sample | null>(null);
  const onRelabeled = (relabeledDiscrepancy: Discrepancy): void =>
    setRelabeled(tubeOf(relabeledDiscrepancy, samples));
  const { choose, dialog, problem } = useResolve({ clinical, onRelabeled });
  if (discrepancies.length === 0) return null;
  const needsMrn =
    clinical && discrepancies.some((one) => one.resolution === 'OPEN' && IDENTITY.includes(one.type));
  return (
    <Section title={`Discrepancies: ${discrepancies.length}`}>
      {problem && <Notice tone="danger" title={problem} />}
      {needsMrn && <p className="mb-2">{`MRN on the requisition: ${recordNumberText(specimen)}`}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {discrepancies.map((one) => (
          <DiscrepancyLine key={one.id} discrepancy={one} onChoose={choose} />
        ))}
      </ul>
      {dialog}
      {relabeled && (
        <NewLabelDialog tube={relabeled} specimen={specimen} onClose={() => setRelabeled(null)} />
      )}
    </Section>
  );
}
