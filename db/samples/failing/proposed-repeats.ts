import type { Role } from '#db/access/roles.ts';
import { batch } from '#db/batches/batch.ts';
import { FAILURE_PROPOSAL } from '#db/batches/failures/failure-proposal.ts';
import { materialFor } from '#db/samples/requeue-one.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { repeatProblem } from '#db/samples/usable-problem.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { needsCustomerDecision } from './fail-one.ts';
import { describeRepeats, type ProposedRepeat } from './repeat-label.ts';

/** Describe what follows when these samples fail with a reason that proposes a repeat; empty without samples. */
export async function describeFailures(tx: Transaction, sampleIds: readonly string[]): Promise<string> {
  const repeats: ProposedRepeat[] = [];
  let customerCount = 0;
  for (const id of sampleIds) {
    const failed = await tx.get(sample, id);
    if (!failed) continue;
    if (await needsCustomerDecision(tx, failed)) customerCount += 1;
    else repeats.push({ failed, material: await materialFor(tx, failed) });
  }
  const total = repeats.length + customerCount;
  const countText = total === 1 ? '' : `: ${customerCount} of ${total}`;
  return [
    ...(repeats.length > 0 ? [describeRepeats(repeats)] : []),
    ...(customerCount > 0 ? [`Work has not started, so the customer decides${countText}.`] : []),
  ].join(' ');
}

/** Work on these specimens has ended, or the customer decides about it. */
const NOT_REPEATED: readonly SpecimenStatus[] = [
  'CANCELED',
  'ACTION_REQUIRED',
  'COMPLETED',
  'FAILED_QC_CANCELED',
  'IN_STORAGE',
];

async function isOpen(tx: Transaction, role: Role, row: Sample): Promise<boolean> {
  if (row.duplicateOfSampleId !== null || row.failureReason === null) return false;
  if (FAILURE_PROPOSAL[row.failureReason].proposal === 'CUSTOMER_DECISION') return false;
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (owner && NOT_REPEATED.includes(owner.status)) return false;
  // A batch that failed as a whole is repeated as a whole.
  const from = row.batchId === null ? undefined : await tx.get(batch, row.batchId);
  if (from?.status === 'FAILED' || from?.status === 'FAILED_QC') return false;
  return (await repeatProblem(tx, role, row)) === null;
}

/** List the failed samples that this person may re-queue as proposed, the longest waiting first. */
export async function proposedRepeats(tx: Transaction, role: Role): Promise<ProposedRepeat[]> {
  const rows = await tx.find(sample, { status: ['FAILED_QC', 'FAILED_VISUAL_INSPECTION'] });
  const repeats: ProposedRepeat[] = [];
  for (const failed of rows)
    if (await isOpen(tx, role, failed)) repeats.push({ failed, material: await materialFor(tx, failed) });
  return repeats.sort((a, b) => ((a.failed.failedAt ?? '') < (b.failed.failedAt ?? '') ? -1 : 1));
}
