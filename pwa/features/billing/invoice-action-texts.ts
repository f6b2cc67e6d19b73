import type { InvoiceActionName } from '#db/billing/invoice-actions.ts';

/** Actions on one payment of an invoice. */
export type PaymentActionName = 'record-refund' | 'record-bounced';
/** Actions with a common dialog; card payment has a page of its own, references have a form of their own. */
export type DialogActionName = Exclude<InvoiceActionName, 'pay' | 'change'>;

interface InvoiceActionTexts {
  /** The consequences. */
  explanation: string;
  done: string;
  /** The input beside the confirmation. */
  inputKind: 'nothing' | 'reason' | 'payment' | 'refund';
  danger?: boolean;
  path: string;
}

/** Explanation and request of each billing action; the server decides which of them are offered. */
export const INVOICE_ACTION_TEXTS: Record<DialogActionName, InvoiceActionTexts> = {
  issue: {
    explanation:
      'It gets its number and due date, becomes a PDF and is sent to the customer. Its amounts can no longer change.',
    done: 'The invoice is issued',
    inputKind: 'nothing',
    path: 'issue',
  },
  'record-payment': {
    explanation: 'For money received by check or transfer. What was paid too much waits to be refunded.',
    done: 'The payment is recorded',
    inputKind: 'payment',
    path: 'payments',
  },
  'record-refund': {
    explanation:
      'What was paid by card goes back to the card; other money is given back by you and only recorded here.',
    done: 'The refund is recorded',
    inputKind: 'refund',
    danger: true,
    path: 'refunds',
  },
  'record-bounced': {
    explanation:
      'The check or transfer did not come after all. It no longer counts, and the invoice is open again.',
    done: 'The payment no longer counts',
    inputKind: 'reason',
    danger: true,
    path: 'bounced',
  },
  send: {
    explanation: 'The email with the invoice is sent once more to the addresses it was sent to.',
    done: 'The invoice is sent again',
    inputKind: 'nothing',
    path: 'send',
  },
  void: {
    explanation:
      'It no longer has to be paid, and the customer is told. What was paid for it must be given back first. This cannot be undone.',
    done: 'The invoice is void',
    inputKind: 'reason',
    danger: true,
    path: 'void',
  },
  correct: {
    explanation:
      'This invoice becomes void and a new one is drafted for the same specimens, ready to be put right and issued.',
    done: 'The invoice is void, a new one is drafted',
    inputKind: 'reason',
    danger: true,
    path: 'correct',
  },
};
