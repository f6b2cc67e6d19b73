import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import { INTERNAL_REASON } from '#db/records/internal-reason.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Reason } from '#db/values/reason.ts';
import { changeSpecimenStatus } from './change-specimen-status.ts';
import { openResults, refuseUnready } from './open-results.ts';
import { RESULTS_ARGS } from './results-args.ts';
import type { OrderResults } from './results-of-order.ts';
import { type Specimen, specimen } from './specimen.ts';

/** The step after a recall: the report is corrected, or the work is repeated. */
export const RecallFor = z.enum(['CORRECTED_REPORT', 'REPEATED_WORK']);
export type RecallFor = z.infer<typeof RecallFor>;

/** The fields that results have only while they are released. */
const NOT_RELEASED = {
  resultsReleasedAt: null,
  isDataDownloaded: false,
  directorApproved: null,
  directorApprovedById: null,
  directorApprovedAt: null,
} as const satisfies Partial<Specimen>;

/**
 * Recall released results (domain 4.2, 6.6): customers can no longer download them. For a corrected report
 * the specimen stays completed until that report is released; for repeated work it is reset, and then
 * restarted.
 */
export const recallResults = defineOperation({
  name: 'recall-results',
  version: 1,
  kind: 'intent',
  title: 'Recall results',
  grant: 'internal/results:update',
  args: z.strictObject({ ...RESULTS_ARGS, recallFor: RecallFor, reason: Reason }),
  subjects: ({ specimenIds }) => specimenIds,
  async run(tx, { recallFor, reason, ...args }, context) {
    requireCapability(context, 'recallResults');
    const { all, selected } = await openResults(tx, context, args);
    refuseUnready(selected, (row) => recallProblems(all, row, recallFor));
    for (const row of selected) {
      if (recallFor === 'REPEATED_WORK') {
        const fields = { ...NOT_RELEASED, completedAt: null, turnaroundTime: null };
        const event = 'RESULTS_RECALLED' as const;
        await changeSpecimenStatus(tx, context, row, 'RESET', { event, internalReason: reason, fields });
        continue;
      }
      await tx.patch(specimen, row.id, NOT_RELEASED);
      await recordEvent(tx, context, {
        type: 'RESULTS_RECALLED',
        targetType: 'Specimen',
        targetId: row.id,
        data: { [INTERNAL_REASON]: reason },
        customerVisible: true,
      });
    }
    await deriveOrderStatus(tx, context, all.order.id);
    return applied;
  },
});

function recallProblems({ order }: OrderResults, row: Specimen, recallFor: RecallFor): string[] {
  if (row.resultsReleasedAt === null) return ['Its results are not released.'];
  if (recallFor === 'CORRECTED_REPORT') return [];
  if (order.status === 'COMPLETED' || order.status === 'CANCELED')
    return [
      `Order ${order.orderNumber} is closed. Recall them for a corrected report, and enter a rework order for work that is repeated.`,
    ];
  return row.status === 'COMPLETED'
    ? []
    : ['It is stored already. Recall its results for a corrected report.'];
}
