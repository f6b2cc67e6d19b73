import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { EmailKind } from '#db/records/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { moneyText } from '#db/values/money.ts';
import { neutralizeText } from '#sync-server/auth/account-emails.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { formatLongDate } from '#sync-server/integrations/mail/long-date.ts';

/** The input of an email about an invoice or its payment. */
export interface MoneyNotification {
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
  /** How a received payment failed later; null for a declined card. */
  failure?: 'BOUNCED' | 'DISPUTED' | null;
  /** True if a dispute of the payment was decided in favor of the lab. */
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
export type MoneyNotificationKind = keyof typeof WORDING;

/** The payment was received and no longer counts, so "nothing was charged" would be false. */
const REVERSAL_WORDING = {
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

/** The payment was received before and is not a second one. */
const WON = {
  ...WORDING.PAYMENT_RECEIPT,
  subject: 'Your payment for {name} counts again',
  heading: 'Your payment counts again',
  paragraphs: [
    'The dispute of this card payment was decided for the lab, so it counts again. If you have paid in another way meanwhile, what is too much is refunded.',
  ],
} as const;

/** Without an amount due, nobody is asked to pay. */
const NOTHING_DUE = { ...WORDING.INVOICE_ISSUED, paragraphs: ['Nothing is to be paid for it.'] } as const;

function wordingOf(kind: MoneyNotificationKind, { failure, balance, won = false }: MoneyNotification) {
  if (kind === 'PAYMENT_FAILED' && failure) return REVERSAL_WORDING[failure];
  if (kind === 'PAYMENT_RECEIPT' && won) return WON;
  return kind === 'INVOICE_ISSUED' && balance <= 0 ? NOTHING_DUE : WORDING[kind];
}

/** Render an email about an invoice, in the design of its business entity. */
export function renderMoneyEmail(
  kind: MoneyNotificationKind,
  entity: BusinessEntity,
  notification: MoneyNotification,
) {
  const { subject, heading, paragraphs, amount, action } = wordingOf(kind, notification);
  const name =
    notification.invoiceNumber ??
    (notification.orderNumber === null ? 'an order' : `order ${notification.orderNumber}`);
  const { billingAddress, supportAddress } = ENTITY_PROFILE[entity];
  return renderEmail(entity, {
    subject: subject.replace('{name}', name),
    heading,
    paragraphs: notification.reason === null ? paragraphs : [...paragraphs, notification.reason],
    facts: [
      ...(notification.invoiceNumber ? [['Invoice', notification.invoiceNumber] as const] : []),
      ...(notification.orderNumber ? [['Order', notification.orderNumber] as const] : []),
      ['Organization', neutralizeText(notification.companyName, '(see the page)')],
      [amount, moneyText(notification.amount)],
      ['Balance due', moneyText(Math.max(0, notification.balance))],
      ...(notification.dueDate ? [['Due', formatLongDate(notification.dueDate)] as const] : []),
      ...(kind === 'INVOICE_ISSUED' && notification.balance > 0
        ? [['Pay to', billingAddress.join(', ')] as const]
        : []),
    ],
    action: { label: action, url: notification.url },
    footnote: `Questions? Write to ${supportAddress}.`,
  });
}
