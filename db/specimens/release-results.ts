import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import { INTERNAL_REASON } from '#db/records/internal-reason.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { Reason } from '#db/values/reason.ts';
import { changeSpecimenStatus } from './change-specimen-status.ts';
import { nameOf, openResults, refuseUnready } from './open-results.ts';
import { RESULTS_ARGS } from './results-args.ts';
import type { OrderResults } from './results-of-order.ts';
import { otherFailures, releaseProblems } from './results-problems.ts';
import { type Specimen, specimen } from './specimen.ts';

/**
 * Release the results of specimens to the customer (domain 4.2, 6.6): the work on them is completed, or the
 * corrected report replaces a recalled one. The order follows, and after its last specimen it awaits billing.
 */
export const releaseResults = defineOperation({
  name: 'release-results',
  version: 1,
  kind: 'intent',
  title: 'Release results',
  grant: 'internal/results:update',
  /** The comment is internal: why the results are valid although samples failed. */
  args: z.strictObject({ ...RESULTS_ARGS, comment: Reason.nullable().default(null) }),
  subjects: ({ specimenIds }) => specimenIds,
  async run(tx, args, context) {
    requireCapability(context, 'releaseResults');
    const { all, selected } = await openResults(tx, context, args);
    const releasedIds = new Set(selected.map(({ id }) => id));
    refuseUnready(selected, (row) => releaseProblems(all, row, releasedIds));
    requireComment(all, selected, args.comment);
    for (const row of selected) await releaseOne(tx, context, all, row, args.comment);
    await deriveOrderStatus(tx, context, all.order.id);
    return applied;
  },
});

function requireComment(all: OrderResults, selected: readonly Specimen[], comment: string | null): void {
  const doubted = selected.find((row) => otherFailures(all, row).length > 0);
  if (comment === null && doubted)
    throw refuse(
      'COMMENT_REQUIRED',
      `Samples of ${nameOf(doubted)} failed. Say why its results are released all the same.`,
    );
}

async function releaseOne(
  tx: Transaction,
  context: OperationContext,
  all: OrderResults,
  row: Specimen,
  comment: string | null,
): Promise<void> {
  // Decisions about its failed samples are no longer needed: the specimen has its results.
  for (const failed of otherFailures(all, row))
    await changeSampleStatus(tx, context, failed, 'FAILED_QC_CANCELED', { reason: comment });
  const { occurredAt } = context;
  if (row.status === 'IN_PROGRESS') {
    await changeSpecimenStatus(tx, context, row, 'COMPLETED', {
      event: 'RESULTS_RELEASED',
      internalReason: comment,
      fields: {
        resultsReleasedAt: occurredAt,
        completedAt: occurredAt,
        turnaroundTime: hoursBetween(row.receivedAt, occurredAt),
      },
    });
    return;
  }
  await tx.patch(specimen, row.id, { resultsReleasedAt: occurredAt });
  await recordEvent(tx, context, {
    type: 'RESULTS_RELEASED',
    targetType: 'Specimen',
    targetId: row.id,
    data: { corrected: true, ...(comment ? { [INTERNAL_REASON]: comment } : {}) },
    customerVisible: true,
  });
}

const hoursBetween = (from: string | null, to: string): number | null =>
  from === null ? null : Math.floor((Date.parse(to) - Date.parse(from)) / 3_600_000);
