import { z } from 'zod';
import { isVisible } from '#db/access/lab.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { type BatchResult, batchResult } from './batch-result.ts';
import { updateCumulativeYield } from './cumulative-yield.ts';
import { countReleased } from './released-results.ts';
import { sampleResult } from './sample-result.ts';

/** Return the run, or throw NOT_FOUND, also for a run of another lab. */
async function runOf(tx: Transaction, context: OperationContext, id: string): Promise<BatchResult> {
  const row = await tx.get(batchResult, id);
  if (!row || row.deleted || !isVisible(context.actor, row))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/**
 * Give the verdict on a run, with its two effects: whether its yields count for the order, and whether they are
 * analyzed. A failed run leaves the sums of its samples.
 */
export const judgeRun = defineOperation({
  name: 'judge-run',
  version: 1,
  kind: 'intent',
  title: 'Judge run',
  grant: 'internal/results:update',
  args: z.strictObject({
    batchResultId: ref,
    verdict: z.enum(['PASS', 'PARTIAL', 'FAIL']),
    countsForOrder: z.boolean(),
    analyse: z.boolean(),
    reason: Reason.nullable(),
  }),
  subjects: ({ batchResultId }) => [batchResultId],
  async run(tx, { batchResultId, verdict, countsForOrder, analyse, reason }, context) {
    onlineOnly(context);
    const row = await runOf(tx, context, batchResultId);
    if (row.runStatus === 'IN_PROGRESS')
      throw refuse('IN_PROGRESS', 'The run is in progress. Give the verdict when it has ended.');
    if (verdict !== 'PASS' && reason === null) throw refuse('REASON_REQUIRED', 'A reason is required.');
    if (verdict === 'FAIL' && (countsForOrder || analyse))
      throw refuse('FAILED_COUNTS', 'A failed run neither counts for the order nor is analyzed.');
    const released = row.countsForOrder === countsForOrder ? 0 : await countReleased(tx, row.id);
    if (released > 0 && reason === null)
      throw refuse(
        'RESULTS_RELEASED',
        `Results of ${released} specimens of this run are released. Give a reason to change their figures.`,
      );
    await tx.patch(batchResult, row.id, {
      qcVerdict: verdict,
      countsForOrder,
      analyse,
      verdictById: context.actor.userId,
      verdictAt: context.occurredAt,
      verdictReason: reason,
    });
    await recordEvent(tx, context, {
      type: 'RUN_JUDGED',
      targetType: 'BatchResult',
      targetId: row.id,
      data: { from: row.qcVerdict, to: verdict, countsForOrder, analyse, reason },
    });
    for (const { sampleId } of await tx.find(sampleResult, { batchResultId: row.id, deleted: false }))
      await updateCumulativeYield(tx, context, sampleId);
    return applied;
  },
});

/** Give the verdict on what a run gave for a sample, against or before the rule; null returns it to the rule. */
export const judgeSampleResult = defineOperation({
  name: 'judge-sample-result',
  version: 1,
  kind: 'intent',
  title: 'Judge yield of sample',
  grant: 'internal/results:update',
  args: z.strictObject({
    sampleResultId: ref,
    verdict: z.enum(['PASS', 'FAIL']).nullable(),
    reason: Reason,
  }),
  subjects: ({ sampleResultId }) => [sampleResultId],
  async run(tx, { sampleResultId, verdict, reason }, context) {
    onlineOnly(context);
    const row = await tx.get(sampleResult, sampleResultId);
    if (!row || row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    await runOf(tx, context, row.batchResultId);
    await tx.patch(sampleResult, row.id, {
      qcStatus: verdict ?? 'PENDING',
      overriddenById: verdict === null ? null : context.actor.userId,
      verdictReason: reason,
      comment: null,
      acceptedById: null,
      acceptedAt: null,
    });
    await recordEvent(tx, context, {
      type: 'SAMPLE_RESULT_JUDGED',
      targetType: 'Sample',
      targetId: row.sampleId,
      data: { from: row.qcStatus, to: verdict, reason },
    });
    await updateCumulativeYield(tx, context, row.sampleId);
    return applied;
  },
});
