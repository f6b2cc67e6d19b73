import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import { event } from '#db/records/events/event.ts';
import type { Transaction } from '#db/transaction.ts';
import { missingSince } from './custody/custody-of.ts';
import { disposedProblem, frozenProblem } from './disposing/disposal-bar.ts';
import { type Sample, sample } from './sample.ts';

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

const insufficient = (row: Sample): boolean => row.failureReason === 'INSUFFICENT_RESULTS';

/**
 * Check whether the work on this sample was repeated for insufficient results before, so that the project
 * manager decides now.
 */
export async function isRepeatedAgain(tx: Transaction, row: Sample): Promise<boolean> {
  if (row.specimenId === null || row.attempt === 1 || !insufficient(row)) return false;
  const all = await tx.find(sample, { specimenId: row.specimenId });
  // Two tubes of one specimen that fail side by side are two first failures: a repeat has a higher attempt.
  return all.some((one) => one.attempt < row.attempt && one.status === 'RESET' && insufficient(one));
}

/** Return why this person may not repeat a failed sample, or null: insufficient results allow one repeat. */
export async function repeatProblem(
  tx: Transaction,
  role: Role,
  row: Sample,
): Promise<{ code: string; message: string } | null> {
  if (hasCapability(role, 'repeatSamplesAgain') || !(await isRepeatedAgain(tx, row))) return null;
  const message = `Sample ${row.barcode} was repeated for insufficient results before; the project manager decides about another repeat.`;
  return { code: 'PROJECT_MANAGER_NEEDED', message };
}
