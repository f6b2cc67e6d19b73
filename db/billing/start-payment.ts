import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { openedInvoice } from './invoice-access-scope.ts';
import { PAYABLE_STATUSES } from './invoice-lifecycle.ts';
import { openCardPayment } from './open-card-payment.ts';

/** Start a card payment of an invoice, in whole or in part (domain 6.7). */
export const startPayment = defineOperation({
  name: 'start-payment',
  version: 1,
  kind: 'intent',
  title: 'Start payment',
  grant: 'create-payment-intent:create',
  args: z.strictObject({ invoiceId: Id, amount: z.int().positive().nullable().default(null) }),
  subjects: ({ invoiceId }) => [invoiceId],
  async run(tx, { invoiceId, amount }, context) {
    const row = await openedInvoice(tx, context, invoiceId);
    if (row.status === 'PROCESSING')
      throw refuse('PAYMENT_PROCESSING', 'A payment is being processed. Wait until it is decided.');
    // The payment of an order that is not accepted yet follows the order.
    if (!PAYABLE_STATUSES.some((status) => status === row.status) || row.issuedAt === null)
      throw refuse('NOT_PAYABLE', 'This invoice cannot be paid now.');
    await openCardPayment(tx, context, { row, targetId: invoiceId, requestedAmount: amount });
    return applied;
  },
});
