import { z } from 'zod';
import { issuePaidOrder } from '#db/billing/invoices/issue-paid-order.ts';
import { TOTAL_CHANGED } from '#db/billing/payments/draft-bill.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { openDraft, staleOrder } from '#db/ordering/orders/order-access-scope.ts';
import { Id } from '#db/values/id.ts';
import { OrderSubmission } from './draft-form.ts';
import { readSubmission } from './submission.ts';
import { submitDraft } from './submit-draft.ts';
import { submitProblems } from './submit-problems.ts';
import { settleKitFee } from './update-order-draft.ts';

/** Submit a draft to the lab; refused with everything that prevents it (domain 6.3). */
export const submitOrder = defineOperation({
  name: 'submit-order',
  version: 1,
  kind: 'intent',
  title: 'Submit order',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, ...OrderSubmission.shape }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, seenVersion, seenTotal }, context) {
    const { row, owner } = await openDraft(tx, context, orderId);
    if (row.version !== seenVersion) throw staleOrder();
    // The campaign may have been added after its code was entered.
    if (row.kitCount !== null) await settleKitFee(tx, context, row);
    const submission = await readSubmission(tx, context, row, owner);
    const problems = submitProblems(submission.facts);
    if (problems.length > 0)
      throw new AppError(
        'VALIDATION',
        MESSAGES.fixForm,
        problems.map(({ field, message }) => ({ path: field, message })),
      );
    if (seenTotal !== null && seenTotal !== submission.quote.totals.total)
      throw refuse('TOTAL_CHANGED', TOTAL_CHANGED);
    await submitDraft(tx, context, row, owner, submission);
    await issuePaidOrder(tx, context, orderId);
    return applied;
  },
});
