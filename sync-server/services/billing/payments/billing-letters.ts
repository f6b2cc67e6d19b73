import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { EmailKind } from '#db/records/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { moneyText } from '#db/values/money.ts';
import { harmless } from '#sync-server/auth/account-letters.ts';
import { writeLetter } from '#sync-server/integrations/mail/letter.ts';
import { letterDate } from '#sync-server/integrations/mail/letter-date.ts';

/** What a letter about an invoice or its payment tells. */
export interface MoneyNews {
  url: string;
  /** Null until the invoice is issued. */
  invoiceNumber: string | null;
  /** Null for a sponsor who does not see the order that it pays for. */
  orderNumber: string | null;
  companyName: string;
  /** Integer cents. */
  amount: number;
  balance: number;
  dueDate: string | null;
  reason: string | null;
  /** How a payment failed that had come before; null for a card that was declined. */
  failure?: 'BOUNCED' | 'DISPUTED' | null;
  /** A dispute of it was decided for the lab. */
  won?: boolean;
}

const WORDING = {
  INVOICE_ISSUED: {
    subject: 'Invoice {name}',
    heading: 'Your invoice',
    paragraphs: ['It can be paid by card on its page, or by check or transfer to the address below.'],
    amount: 'Total',
    action: 'Open invoice',
  },
  PAYMENT_RECEIPT: {
    subject: 'We received your payment for {name}',
    heading: 'Thank you for your payment',
    paragraphs: ['Keep this email as your receipt.'],
    amount: 'Paid',
    action: 'Open',
  },
  PAYMENT_FAILED: {
    subject: 'Your payment for {name} did not go through',
    heading: 'Your payment did not go through',
    paragraphs: ['Nothing was charged. Try again with the same or another card.'],
    amount: 'Amount',
    action: 'Try again',
  },
  INVOICE_OVERDUE: {
    subject: 'Invoice {name} is overdue',
    heading: 'This invoice is overdue',
    paragraphs: ['If you have paid in the last days, thank you; nothing is left to do.'],
    amount: 'Total',
    action: 'Pay invoice',
  },
  INVOICE_VOIDED: {
    subject: 'Invoice {name} is void',
    heading: 'This invoice is void',
    paragraphs: ['Do not pay it. When it is corrected, you receive another one.'],
    amount: 'Total',
    action: 'Open invoice',
  },
} as const satisfies Partial<Record<EmailKind, object>>;
export type MoneyNewsKind = keyof typeof WORDING;

/** What had come and does not count any more: nobody is told that nothing was charged. */
const GONE = {
  BOUNCED: {
    ...WORDING.PAYMENT_FAILED,
    subject: 'Your payment for {name} did not arrive',
    heading: 'Your payment did not arrive',
    paragraphs: ['The check or transfer did not come after all, so the amount is due again.'],
    action: 'Open invoice',
  },
  DISPUTED: {
    ...WORDING.PAYMENT_FAILED,
    subject: 'Your payment for {name} was disputed',
    heading: 'Your payment was disputed',
    paragraphs: [
      'The owner of the card disputed the payment, so the money went back and the amount is due again.',
    ],
    action: 'Open invoice',
  },
} as const;

/** It had come before, and is no second payment. */
const WON = {
  ...WORDING.PAYMENT_RECEIPT,
  subject: 'Your payment for {name} counts again',
  heading: 'Your payment counts again',
  paragraphs: [
    'The dispute of this card payment was decided for the lab, so it counts again. If you have paid in another way meanwhile, what is too much is refunded.',
  ],
} as const;

/** Nobody is asked to pay nothing. */
const NOTHING_DUE = { ...WORDING.INVOICE_ISSUED, paragraphs: ['Nothing is to be paid for it.'] } as const;

function wordingOf(kind: MoneyNewsKind, { failure, balance, won = false }: MoneyNews) {
  if (kind === 'PAYMENT_FAILED' && failure) return GONE[failure];
  if (kind === 'PAYMENT_RECEIPT' && won) return WON;
  return kind === 'INVOICE_ISSUED' && balance <= 0 ? NOTHING_DUE : WORDING[kind];
}

/** The letter of a kind about an invoice, in the look of its business unit. */
export function moneyLetter(kind: MoneyNewsKind, entity: BusinessEntity, news: MoneyNews) {
  const { subject, heading, paragraphs, amount, action } = wordingOf(kind, news);
  const name = news.invoiceNumber ?? (news.orderNumber === null ? 'an order' : `order ${news.orderNumber}`);
  const { billingAddress, supportAddress } = ENTITY_PROFILE[entity];
  return writeLetter(entity, {
    subject: subject.replace('{name}', name),
    heading,
    paragraphs: news.reason === null ? paragraphs : [...paragraphs, news.reason],
    facts: [
      ...(news.invoiceNumber ? [['Invoice', news.invoiceNumber] as const] : []),
      ...(news.orderNumber ? [['Order', news.orderNumber] as const] : []),
      ['Organization', harmless(news.companyName, '(see the page)')],
      [amount, moneyText(news.amount)],
      ['Balance due', moneyText(Math.max(0, news.balance))],
      ...(news.dueDate ? [['Due', letterDate(news.dueDate)] as const] : []),
      ...(kind === 'INVOICE_ISSUED' && news.balance > 0
        ? [['Pay to', billingAddress.join(', ')] as const]
        : []),
    ],
    action: { label: action, url: news.url },
    footnote: `Questions? Write to ${supportAddress}.`,
  });
}
