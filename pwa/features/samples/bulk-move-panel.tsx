import { Move, Trash2, Undo2 } from 'lucide-react';
import { memo } from 'react';
import { useDirty } from '#pwa/app/dirty.ts';
import { countOf } from '#pwa/format/counts.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Planned } from './bulk-move.ts';
import { StartOver } from './start-over.tsx';
import { useBulkMove } from './use-bulk-move.ts';

/**
 * Moves many samples: scan the container, each sample, then the container again. The last move can be undone.
 */
export function BulkMovePanel() {
  const bulk = useBulkMove();
  const { session } = bulk;
  useDirty((session?.planned.length ?? 0) > 0);
  if (!session) return <Skeleton label="Reading this device" />;
  const container = session.containerId ? bulk.places?.byId.get(session.containerId) : undefined;
  const label = container
    ? `Scan samples for ${container.name}; scan ${container.name} again to finish`
    : 'Scan the container where they go';
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <ScanStation label={label} verdict={bulk.verdict} />
        {session.last && (
          <Notice
            tone="info"
            title={session.last.what}
            action={
              <Button icon={Undo2} onClick={() => void bulk.undo()}>
                Undo this move
              </Button>
            }
          >
            <p>{`Done ${formatDate(session.last.at, 'shortAtTime')}, saved on this device.`}</p>
          </Notice>
        )}
        {session.undone && <Notice tone="success" title={session.undone} />}
      </div>
      <Section
        title={`${session.planned.length} listed${container ? ` for ${container.name}` : ''}`}
        actions={
          session.containerId && (
            <StartOver
              label="Clear"
              title="Clear the list"
              confirmLabel={`Drop ${countOf(session.planned.length, 'listed sample')}`}
              lost={session.planned.length}
              onDrop={() => void bulk.clear()}
            />
          )
        }
      >
        {session.planned.length === 0 ? (
          <p className="text-ink-soft">Nothing yet. Nothing moves until you finish the list.</p>
        ) : (
          <ol aria-label="Samples to move" className="divide-y divide-line">
            {session.planned.toReversed().map((one) => (
              <PlannedRow key={one.sampleId} one={one} onRemove={bulk.remove} />
            ))}
          </ol>
        )}
        {session.planned.length > 0 && (
          <Button variant="primary" size="large" wide icon={Move} onClick={() => void bulk.finish()}>
            {`Move ${countOf(session.planned.length, 'sample')}`}
          </Button>
        )}
      </Section>
    </div>
  );
}

// Each row is memoized, so that a scan renders only its own row.
const PlannedRow = memo(function PlannedRow(props: {
  one: Planned;
  onRemove(sampleId: string): Promise<void>;
}) {
  const { one, onRemove } = props;
  return (
    <li className="flex items-center gap-3 py-1.5">
      <span className="code min-w-10 font-bold text-lg">{one.position ?? '–'}</span>
      <span className="min-w-0 flex-1">
        <span className="code block font-semibold">{one.barcode}</span>
        <span className="block text-ink-soft text-sm">{`from ${one.from}`}</span>
      </span>
      <IconButton
        icon={Trash2}
        label={`Take ${one.barcode} off the list`}
        onClick={() => void onRemove(one.sampleId)}
      />
    </li>
  );
});
