import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { openOrder } from '#db/ordering/order-access-scope.ts';
import { Id } from '#db/values/id.ts';
import { judgedSpecimens } from './billed-specimens.ts';
import { openInvoices } from './open-invoices.ts';
import { readyToBill } from './ready-to-bill.ts';
import { syncOrderPaymentStatus } from './sync-order-payment-status.ts';

/**
 * Mark an order with completed work as waiting to be billed; all other payment statuses follow from its
 * invoices and their payments (domain 4.6).
 */
export const markReadyToBill = defineOperation({
  name: 'mark-ready-to-bill',
  version: 1,
  kind: 'intent',
  title: 'Ready to be billed',
  grant: 'lab/orders/update/status/payment:update',
  args: z.strictObject({ orderId: Id, paymentStatus: z.literal('AWAITING_BILLING') }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId }, context) {
    const { row } = await openOrder(tx, context, orderId);
    const inService = (await openInvoices(tx, orderId)).some(
      ({ status }) => status === 'SERVICE_IN_PROGRESS',
    );
    if (!inService)
      throw refuse('NOTHING_TO_BILL', 'This order has no invoice in service that could be billed.');
    const judgedRows = await judgedSpecimens(tx, row, row.orderClassification);
    if (judgedRows.some(({ billability }) => billability === 'EXPECTED'))
      throw refuse(
        'STILL_IN_WORK',
        'Specimens of this order are still in work. Bill the completed ones now.',
      );
    await readyToBill(tx, context, orderId);
    await syncOrderPaymentStatus(tx, orderId);
    return applied;
  },
});
