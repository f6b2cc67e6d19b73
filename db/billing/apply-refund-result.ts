import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Payment, payment } from './payment.ts';
import { PAYMENT_LIFECYCLE } from './payment-lifecycle.ts';
import { settleInvoice } from './settle-invoice.ts';

/** Applies what became of a refund, once; the invoice follows. */
export async function applyRefundResult(
  tx: Transaction,
  context: OperationContext,
  row: Payment,
  result: { id: string; status: 'PROCESSING' | 'SUCCEEDED' | 'FAILED' },
): Promise<void> {
  if (row.status === result.status || !PAYMENT_LIFECYCLE[row.status].includes(result.status)) return;
  await tx.patch(payment, row.id, {
    status: result.status,
    providerRefundId: result.id,
    ...(result.status === 'SUCCEEDED' ? { receivedAt: context.occurredAt } : {}),
  });
  if (result.status === 'SUCCEEDED')
    await recordEvent(tx, context, {
      type: 'PAYMENT_REFUNDED',
      targetType: 'Invoice',
      targetId: row.invoiceId,
      data: { paymentId: row.id, amount: -row.amount },
      customerVisible: true,
    });
  await settleInvoice(tx, context, row.invoiceId);
}
