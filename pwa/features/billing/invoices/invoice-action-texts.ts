import { INVOICE_ACTIONS, type InvoiceActionName } from '#db/billing/invoices/invoice-actions.ts';
import type { ShownPayment } from '#db/billing/invoices/shown-invoice.ts';

/** Actions on one payment of an invoice. */
export type PaymentActionName = 'record-refund' | 'record-bounced';
/** Actions with a common dialog; card payment has a page of its own, references have a form of their own. */
export type DialogActionName = Exclude<InvoiceActionName, 'pay' | 'change'>;

interface InvoiceActionTexts {
  /** The consequences. */
  explanation: string;
  done: string;
  danger?: boolean;
}

/** Explanation of each billing action; the server decides which of them are offered. */
export const INVOICE_ACTION_TEXTS: Record<DialogActionName, InvoiceActionTexts> = {
  issue: {
    explanation: 'Assigns number and due date and emails the PDF. Amounts can no longer change.',
    done: 'The invoice is issued',
  },
  'record-payment': {
    explanation: 'For checks and transfers received. Any overpayment becomes a pending refund.',
    done: 'The payment is recorded',
  },
  'record-refund': {
    explanation:
      'Card payments are refunded to the card. Refund other payments yourself and record them here.',
    done: 'The refund is recorded',
    danger: true,
  },
  'record-bounced': {
    explanation:
      'The check or transfer bounced. The payment no longer counts, and the invoice is open again.',
    done: 'The payment no longer counts',
    danger: true,
  },
  credit: {
    explanation:
      'A credit note lowers what is owed; what was paid too much goes back. The invoice itself stays as issued.',
    done: 'The credit note is issued',
    danger: true,
  },
  send: {
    explanation: 'The email with the invoice is sent once more to the addresses it was sent to.',
    done: 'The invoice is sent again',
  },
  void: {
    explanation:
      'Voids the invoice and notifies the customer. Refund any payments first. This cannot be undone.',
    done: 'The invoice is void',
    danger: true,
  },
  correct: {
    explanation:
      'Voids this invoice and drafts a new one for the same specimens, ready to correct and issue.',
    done: 'The invoice is void, a new one is drafted',
    danger: true,
  },
};

interface ActionTexts {
  title: string;
  explanation: string;
  done: string;
}

const BY_HAND: ActionTexts = {
  title: 'Record refund',
  explanation: 'Refund by check or transfer, then record it here.',
  done: 'The refund is recorded',
};
const TO_CARD: ActionTexts = {
  title: 'Refund to card',
  explanation: 'Refunded to the card automatically within minutes.',
  done: 'The refund is on its way',
};

/** A refund returns a payment and leaves the bill unchanged (domain 8.5). */
const BALANCE_NOTE =
  'A refund makes the amount due again, unless too much was paid. To charge less, use “Refund and correct”.';

/** Label and explanation of an action on one payment, which depend on the payment method. */
export function paymentActionTexts(
  name: DialogActionName,
  payment: Pick<ShownPayment, 'kind' | 'status' | 'creditNoteId'> | null,
): ActionTexts {
  if (name === 'record-refund' && payment?.kind === 'REFUND')
    return payment.status === 'FAILED'
      ? {
          ...TO_CARD,
          title: 'Try refund again',
          explanation: 'Retries the refund with the card processor.',
        }
      : BY_HAND;
  if (name === 'record-refund' && payment) {
    const texts = payment.kind === 'CARD' ? TO_CARD : BY_HAND;
    return { ...texts, explanation: `${texts.explanation} ${BALANCE_NOTE}` };
  }
  if (name === 'record-bounced' && payment?.creditNoteId)
    return {
      title: 'Void credit note',
      explanation: 'What was credited is owed again. The number of the credit note stays in the books.',
      done: 'The credit note is void',
    };
  if (name === 'record-bounced' && payment?.kind === 'WRITE_OFF')
    return {
      title: 'Reverse write-off',
      explanation: 'The written-off amount is due again. The customer gets no email.',
      done: 'Write-off reversed',
    };
  const { explanation, done } = INVOICE_ACTION_TEXTS[name];
  return { title: INVOICE_ACTIONS[name].title, explanation, done };
}
