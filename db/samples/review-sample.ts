import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { awaitsConfirmation } from './failure-decision.ts';
import { assertLateFailureDecided } from './late-failure-conflict.ts';
import { QUALITY_DECISION, sampleToDecide } from './quality-decision.ts';
import { sample } from './sample.ts';

/**
 * Clear the flag of a sample after a person who decides on quality has reviewed its cause: a lot or an
 * instrument in doubt, or a batch that two people started. A failure is confirmed or overturned instead.
 */
export const reviewSample = defineOperation({
  ...QUALITY_DECISION,
  name: 'review-sample',
  title: 'Review sample',
  async run(tx, args, context) {
    const row = await sampleToDecide(tx, context, args.sampleId);
    if (!row.flaggedForReview)
      throw refuse('NOT_FLAGGED', `Sample ${row.barcode} is not flagged for review.`);
    await assertLateFailureDecided(tx, row);
    if (awaitsConfirmation(row))
      throw refuse('DECIDE_FAILURE', `Confirm or overturn the failure of sample ${row.barcode} instead.`);
    // A later change may be another doubt that the reviewer has not seen.
    if (await wasChangedConcurrently(context, sample, row.id))
      throw refuse(
        'CHANGED_SINCE',
        `Sample ${row.barcode} changed after you looked at it. Look at it again.`,
      );
    await tx.patch(sample, row.id, { flaggedForReview: false });
    await recordEvent(tx, context, {
      type: 'SAMPLE_STATUS_CHANGED',
      targetType: 'Sample',
      targetId: row.id,
      data: { from: row.status, to: row.status, flaggedForReview: false, reason: args.reason },
    });
    return applied;
  },
});
