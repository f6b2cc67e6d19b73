import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';
import { missingSince } from './custody-of.ts';
import { disposedProblem, frozenProblem } from './disposal-bar.ts';
import type { Sample } from './sample.ts';

/**
 * Return why a sample's material cannot be used: gone, frozen by a conflict, or not found; null when it can.
 */
export async function usableProblem(
  tx: Transaction,
  sample: Sample,
): Promise<{ code: string; message: string } | null> {
  const blockingProblem =
    (await disposedProblem(tx, sample)) ?? (await frozenProblem(tx, sample.id, sample.barcode));
  if (blockingProblem) return blockingProblem;
  const missing = missingSince(await tx.find(event, { targetId: sample.id })) !== null;
  return missing
    ? {
        code: 'SAMPLE_MISSING',
        message: `Sample ${sample.barcode} was not found; find it before it is used.`,
      }
    : null;
}
