import { Layers } from 'lucide-react';
import type { Batch } from '#db/batches/batch.ts';
import { compareBatches } from '#db/batches/batch-numbering.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { QueueRow } from './queue-row.ts';

interface AddToBatchDialogProps {
  /** Batches of the stage that have not started. */
  batches: readonly Batch[];
  procedures: readonly Procedure[];
  selectedRows: readonly QueueRow[];
  onClose(): void;
  onChoose(batchId: string): void;
}

/** Selects the batch on whose plate the selected tubes are laid out. */
export function AddToBatchDialog(props: AddToBatchDialogProps) {
  const { batches, procedures, selectedRows, onClose, onChoose } = props;
  const nameOf = new Map(procedures.map((one) => [one.id, one.name]));
  const fitting = (batch: Batch): number =>
    selectedRows.filter((one) => one.procedure?.id === batch.procedureId).length;
  const sorted = [...batches].sort((a, b) => fitting(b) - fitting(a) || compareBatches(a, b));
  return (
    <Dialog open title={`Add ${selectedRows.length} to a batch`} onClose={onClose}>
      {sorted.length === 0 ? (
        <EmptyState icon={Layers} title="No batch of this stage is open">
          A lab or project manager or a director creates one with New batch.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-2">
          {sorted.map((batch) => {
            const n = fitting(batch);
            return (
              <li key={batch.id}>
                <button
                  type="button"
                  onClick={() => onChoose(batch.id)}
                  className="flex min-h-14 w-full flex-col items-start rounded-md border border-line-strong bg-surface px-3 py-2 text-left hover:bg-hover"
                >
                  <span className="font-semibold">
                    <span className="code">{batch.julianId}</span> {batch.name}
                  </span>
                  <span className="text-ink-soft text-sm">
                    {`${nameOf.get(batch.procedureId) ?? 'Unknown procedure'} · ${n} of ${selectedRows.length} selected use it`}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
}
