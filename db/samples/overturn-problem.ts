import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { doneBy } from './custody-chain.ts';
import type { LastFailure } from './failure-decision.ts';
import { isEnough, materialFor, NOT_ENOUGH_MATERIAL } from './requeue-one.ts';
import type { Sample } from './sample.ts';
import { SAMPLE_STATUS } from './sample-status.ts';
import { usableProblem } from './usable-problem.ts';

interface Problem {
  code: string;
  message: string;
}

/**
 * Return why the failure of a sample cannot be overturned, or null: its status, its kind, or too little
 * material.
 */
export async function overturnProblem(
  tx: Transaction,
  row: Sample,
  last: LastFailure | null,
): Promise<Problem | null> {
  if (row.status === 'RESET') return requeuedProblem(tx, row);
  if (row.status !== 'FAILED_QC')
    return { code: 'TRANSITION', message: cannotChange(SAMPLE_STATUS, row.status, 'IN_QUEUE') };
  if (row.duplicateOfSampleId !== null)
    return {
      code: 'DUPLICATE',
      message: `Sample ${row.barcode} is a duplicate well without a tube of its own; re-queue it instead.`,
    };
  const before = last?.failed.data['from'];
  if (before === 'COMPLETED' || before === 'DEPLETED')
    return {
      code: 'WORK_WENT_ON',
      message: `Sample ${row.barcode} was completed before it failed; re-queue it instead.`,
    };
  return (await usableProblem(tx, row)) ?? materialProblem(tx, row);
}

/** Return why the failure of a re-queued sample cannot be overturned. */
export async function requeuedProblem(tx: Transaction, row: Sample): Promise<Problem> {
  const events = await tx.find(event, { targetId: row.id });
  const requeued = events.find((one) => one.type === 'SAMPLE_REQUEUED');
  const requeueText = requeued ? ` as ${String(requeued.data['barcode'])} by ${doneBy(requeued)}` : '';
  return {
    code: 'REQUEUED',
    message: `Sample ${row.barcode} was re-queued${requeueText}; its failure can no longer be overturned.`,
  };
}

async function materialProblem(tx: Transaction, row: Sample): Promise<Problem | null> {
  if (await isEnough(tx, row)) return null;
  const message =
    (await materialFor(tx, row)) === null
      ? NOT_ENOUGH_MATERIAL
      : `Too little is left of sample ${row.barcode} for another run; re-queue it instead, from what it was made of.`;
  return { code: 'NOT_ENOUGH_MATERIAL', message };
}
