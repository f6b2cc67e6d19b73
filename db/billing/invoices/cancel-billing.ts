import { payment } from '#db/billing/payments/payment.ts';
import { requestRefund } from '#db/billing/payments/waiting-refunds.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { changeInvoiceStatus } from './change-invoice-status.ts';
import { openInvoices } from './invoice.ts';
import { moneyPaid, syncOrderPaymentStatus } from './invoice-balance.ts';
import { INVOICE_LIFECYCLE } from './invoice-lifecycle.ts';

/**
 * Close the billing of a canceled order: an invoice without payments becomes CANCELED, or VOID once issued.
 * Received money is refunded: the refund waits as a PENDING payment, and the invoice is voided when it is
 * done. The order total becomes 0.
 */
export async function cancelBilling(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  reason: string,
): Promise<void> {
  for (const one of await openInvoices(tx, row.id)) {
    if (one.status === 'PROCESSING')
      throw refuse('PAYMENT_PROCESSING', 'A payment is being processed. Try again when it is decided.');
    const money = moneyPaid(await tx.find(payment, { invoiceId: one.id }));
    if (money > 0) {
      await requestRefund(tx, context, { invoiceId: one.id, maxAmount: money, reason });
      continue;
    }
    // An invoice with a number stays in the books as void, also when it is overdue.
    const unissued = one.issuedAt === null && INVOICE_LIFECYCLE[one.status].includes('CANCELED');
    const to = unissued ? 'CANCELED' : 'VOID';
    const issued = to === 'VOID' ? { voided: true, voidReason: reason } : {};
    await changeInvoiceStatus(tx, context, one, to, {
      event: to === 'VOID' ? 'INVOICE_VOIDED' : 'INVOICE_STATUS_CHANGED',
      reason,
      fields: issued,
    });
  }
  await tx.patch(order, row.id, { subtotal: 0, total: 0 });
  await syncOrderPaymentStatus(tx, row.id);
}
