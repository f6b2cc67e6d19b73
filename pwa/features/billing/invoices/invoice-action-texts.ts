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
    explanation:
      'It gets its number and due date, becomes a PDF and is sent to the customer. Its amounts can no longer change.',
    done: 'The invoice is issued',
  },
  'record-payment': {
    explanation: 'For money received by check or transfer. What was paid too much waits to be refunded.',
    done: 'The payment is recorded',
  },
  'record-refund': {
    explanation:
      'What was paid by card goes back to the card; other money is given back by you and only recorded here.',
    done: 'The refund is recorded',
    danger: true,
  },
  'record-bounced': {
    explanation:
      'The check or transfer did not come after all. It no longer counts, and the invoice is open again.',
    done: 'The payment no longer counts',
    danger: true,
  },
  send: {
    explanation: 'The email with the invoice is sent once more to the addresses it was sent to.',
    done: 'The invoice is sent again',
  },
  void: {
    explanation:
      'It no longer has to be paid, and the customer is told. What was paid for it must be given back first. This cannot be undone.',
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
  explanation: 'Give it back by check or transfer yourself; here it is only recorded.',
  done: 'The refund is recorded',
};
const TO_CARD: ActionTexts = {
  title: 'Refund to card',
  explanation: 'Refunded to the card automatically within minutes.',
  done: 'The refund is on its way',
};

/** A refund returns a payment and leaves the bill unchanged (domain 8.5). */
const BALANCE_NOTE =
  'A refund makes the amount due again, unless too much was paid. To charge less, void and correct the invoice.';

/** Label and explanation of an action on one payment, which depend on the payment method. */
export function paymentActionTexts(
  name: DialogActionName,
  payment: Pick<ShownPayment, 'kind' | 'status'> | null,
): ActionTexts {
  if (name === 'record-refund' && payment?.kind === 'REFUND')
    return payment.status === 'FAILED'
      ? {
          ...TO_CARD,
          title: 'Try refund again',
          explanation: 'The card processor is asked once more to give it back.',
        }
      : BY_HAND;
  if (name === 'record-refund' && payment) {
    const texts = payment.kind === 'CARD' ? TO_CARD : BY_HAND;
    return { ...texts, explanation: `${texts.explanation} ${BALANCE_NOTE}` };
  }
  if (name === 'record-bounced' && payment?.kind === 'WRITE_OFF')
    return {
      title: 'Take back write-off',
      explanation: 'What was written off is owed again. The customer is not written to.',
      done: 'The write-off is taken back',
    };
  const { explanation, done } = INVOICE_ACTION_TEXTS[name];
  return { title: INVOICE_ACTIONS[name].title, explanation, done };
}
