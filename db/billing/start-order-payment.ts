import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { openDraft } from '#db/ordering/order-access-scope.ts';
import { readSubmission } from '#db/ordering/submission.ts';
import { submitProblems } from '#db/ordering/submit-problems.ts';
import { Id } from '#db/values/id.ts';
import { billDraft } from './draft-bill.ts';
import { openCardPayment } from './open-card-payment.ts';
import { TOTAL_CHANGED } from './total-changed.ts';

/**
 * Start the card payment of a draft that waits only for its payment; once paid it is submitted (domain 6.7).
 */
export const startOrderPayment = defineOperation({
  name: 'start-order-payment',
  version: 1,
  kind: 'intent',
  title: 'Pay for order',
  grant: 'create-online-payment-intent:create',
  args: z.strictObject({
    orderId: Id,
    /** The amount that the person was shown; a payment of another amount is refused. */
    seenTotal: z.int().min(0).nullable().default(null),
  }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, seenTotal }, context) {
    const { row, owner } = await openDraft(tx, context, orderId);
    if (row.orderType !== 'ONLINE')
      throw refuse('NOT_PAYABLE', 'This order is not paid by card. Submit it for review.');
    const submission = await readSubmission(tx, context, row, owner);
    const { total } = submission.quote.totals;
    if (submission.facts.isPaid) throw refuse('ALREADY_PAID', 'This order is paid. Submit it now.');
    const problems = submitProblems({ ...submission.facts, isPaid: true });
    if (problems.length > 0)
      throw new AppError(
        'VALIDATION',
        MESSAGES.fixForm,
        problems.map(({ field, message }) => ({ path: field, message })),
      );
    if (seenTotal !== null && seenTotal !== total) throw refuse('TOTAL_CHANGED', TOTAL_CHANGED);
    const bill = await billDraft(tx, context, { row, owner, submission });
    await openCardPayment(tx, context, { row: bill, targetId: orderId, requestedAmount: null });
    return applied;
  },
});
