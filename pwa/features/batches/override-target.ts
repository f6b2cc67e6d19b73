import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { BATCH_STATUS_DISPLAY } from '#db/batches/batch-status.ts';
import { overrideBatch } from '#db/batches/override-batch.ts';
import { batchOverrideCapability, batchOverridesFrom, isFailed } from '#db/batches/override-batch-to.ts';
import type { OverrideTarget } from '#pwa/ui/override/override-dialog.tsx';
import type { BatchView } from './batch-view.ts';

/**
 * Return this user's status overrides of a batch; null without the right to it, or when the batch is
 * finished.
 */
export function batchOverride(
  { batch, procedure }: Pick<BatchView, 'batch' | 'procedure'>,
  role: Role,
): OverrideTarget | null {
  const statuses = batchOverridesFrom(batch.status);
  if (statuses.length === 0 || !hasCapability(role, batchOverrideCapability(procedure.clinical))) return null;
  return {
    id: batch.id,
    name: `Batch ${batch.julianId}`,
    operation: overrideBatch,
    idArgument: 'batchId',
    path: '/api/lab/batches/override',
    statuses: statuses.map((value) => ({ value, label: BATCH_STATUS_DISPLAY[value].label })),
    fails: (to) => isFailed(batch.status) === false && (to === 'FAILED' || to === 'FAILED_QC'),
  };
}
