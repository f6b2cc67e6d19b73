import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { awaitsConfirmation, lastFailure, recordDecision } from './failure-decision.ts';
import { assertLateFailureDecided } from './late-failure-conflict.ts';
import { sampleToDecide } from './quality-decision.ts';
import { sample } from './sample.ts';

/**
 * Confirm the failure of clinical material that a tech recorded: the flag is cleared, the history names who
 * confirmed.
 */
export const confirmFailure = defineOperation({
  name: 'confirm-failure',
  version: 1,
  kind: 'intent',
  title: 'Confirm failure',
  grant: 'lab/samples/update/status:update',
  args: z.strictObject({ sampleId: ref }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const row = await sampleToDecide(tx, context, args.sampleId);
    const decision = (await lastFailure(tx, row.id))?.decision;
    if (decision?.outcome === 'CONFIRMED')
      return merged(
        'CONFIRMED_ALREADY',
        `${decision.by} confirmed the failure of sample ${row.barcode} already.`,
      );
    if (decision?.outcome === 'OVERTURNED')
      throw refuse(
        'OVERTURNED',
        `${decision.by} overturned the failure of sample ${row.barcode}; if it failed again, fail it again.`,
      );
    await assertLateFailureDecided(tx, row);
    if (!awaitsConfirmation(row))
      throw refuse('NOTHING_TO_CONFIRM', `No failure of sample ${row.barcode} waits for confirmation.`);
    await tx.patch(sample, row.id, { flaggedForReview: false });
    await recordDecision(tx, context, row, 'CONFIRMED', row.status, null);
    return applied;
  },
});
