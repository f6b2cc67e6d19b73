import type { Invoice } from '#db/billing/invoices/invoice.ts';
import { nextCreditNoteNumber } from '#db/billing/invoices/invoice-number.ts';
import { payment } from '#db/billing/payments/payment.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type CreditNote, creditNote } from './credit-note.ts';

/** The content of a credit note; `specimenIds` for an automatic one of specimens that are not charged. */
interface Credit {
  amount: number;
  reason: string;
  specimenIds: string[] | null;
}

/**
 * Issue a credit note with the next number of its series and count its amount for the invoice. The caller
 * settles the invoice, which refunds what is paid too much then.
 */
export async function issueCreditNote(
  tx: Transaction,
  context: OperationContext,
  row: Invoice,
  { amount, reason, specimenIds }: Credit,
): Promise<CreditNote> {
  const note = await tx.insert(creditNote, {
    id: context.newId(),
    creditNoteNumber: await nextCreditNoteNumber(tx, context, row.entity),
    invoiceId: row.id,
    companyId: row.companyId,
    amount,
    reason,
    issuedAt: context.occurredAt,
    voided: false,
  });
  const newPayment = await tx.insert(payment, {
    id: context.newId(),
    invoiceId: row.id,
    kind: 'WRITE_OFF',
    amount,
    status: 'SUCCEEDED',
    reference: note.creditNoteNumber,
    receivedAt: context.occurredAt,
    // The system credits specimens by itself.
    recordedById: specimenIds === null ? context.actor.userId : null,
    reason,
    specimenIds,
    creditNoteId: note.id,
    attempt: 1,
  });
  await recordEvent(tx, context, {
    type: 'PAYMENT_SUCCEEDED',
    targetType: 'Invoice',
    targetId: row.id,
    data: {
      paymentId: newPayment.id,
      kind: 'WRITE_OFF',
      creditNoteNumber: note.creditNoteNumber,
      amount,
      reason,
      ...(specimenIds === null ? {} : { specimens: specimenIds.length }),
    },
    customerVisible: true,
  });
  return note;
}
