import { personName } from '#db/batches/find-batch.ts';
import { fieldValue } from '#db/protocols/values/field-value.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';

/** A sample for which somebody recorded values after a colleague had failed it. */
export interface WorkedOnFailed {
  sampleId: string;
  barcode: string;
  by: string;
  failedAt: string;
}

const FAILED: readonly SampleStatus[] = ['FAILED_QC', 'FAILED_VISUAL_INSPECTION', 'FAILED_BATCH_DUPLICATE'];

const failedByOther = (row: Sample, userId: string, since: string): boolean =>
  row.failedAt !== null && row.failedAt >= since && row.failedById !== null && row.failedById !== userId;

/**
 * List the samples, failed since then, on which this person worked without knowledge of the failure (domain
 * 5.11, case 23): the failure may have arrived after their work, whose verdicts then could not mention it.
 */
export async function workedOnFailed(
  tx: Transaction,
  userId: string,
  since: string,
): Promise<WorkedOnFailed[]> {
  const all = await tx.find(sample, { status: FAILED });
  const failed = all.filter((row) => failedByOther(row, userId, since));
  if (failed.length === 0) return [];
  const values = await tx.find(fieldValue, { sampleId: failed.map((row) => row.id) });
  const failures: WorkedOnFailed[] = [];
  for (const row of failed) {
    const failedAt = row.failedAt ?? '';
    const hasOwnValue = values.some(
      (one) =>
        one.sampleId === row.id &&
        one.enteredById === userId &&
        one.inputMethod !== 'CALCULATED' &&
        one.occurredAt > failedAt,
    );
    if (hasOwnValue)
      failures.push({
        sampleId: row.id,
        barcode: row.barcode,
        by: await personName(tx, row.failedById),
        failedAt,
      });
  }
  return failures.sort((a, b) => (a.failedAt < b.failedAt ? -1 : 1));
}
