import { PACKING_TEXT, type PackageType } from '#db/ordering/orders/order-terms.ts';
import { kitsText } from '#db/ordering/shipments/collection-kits.ts';
import { ENTITY_PROFILE, receivingLine } from '#db/organizations/entity-profile.ts';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { moneyText } from '#db/values/money.ts';
import { neutralizeText } from '#sync-server/auth/accounts/account-emails.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { Env } from '#sync-server/config/env.ts';
import { type Fact, formatLongDate, renderEmail } from '#sync-server/integrations/mail/email-template.ts';

/** The input of an email about an order. */
export interface OrderNotification {
  url: string;
  orderNumber: string;
  companyName: string;
  serviceName: string;
  /** Integer cents. */
  total: number;
  reason: string | null;
  /** What an approver decides: "Discount". */
  approvalLabel?: string;
  /** True if the order continues with material in the lab, so that nothing is to be sent. */
  onHand?: boolean;
  /** True if the order was agreed before its specimens were known; they are entered next. */
  unnamed?: boolean;
  /** Set if the order waits for a decision: its specimens are sent after the approval. */
  waitsFor?: 'PURCHASE_ORDER' | 'APPROVAL';
  /** How and where the specimens are sent; null when nothing is sent. */
  packing?: { packageType: PackageType; specimenCount: number; kitCount: number | null } | null;
  /** When the results come. */
  promise?: string;
  /** Page for signed-in readers; shown beneath a link that works without sign-in. */
  page?: string;
}

interface Wording {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  action: string;
}

const WORDING = {
  ORDER_CONFIRMATION: {
    subject: 'Order {number} is confirmed',
    heading: 'Thank you for your order',
    paragraphs: [
      'Print the attached packing slip, put it in the package with your specimens and send the package to the lab.',
    ],
    action: 'Open order',
  },
  ORDER_APPROVED: {
    subject: 'Order {number} is approved',
    heading: 'Your order is approved',
    paragraphs: [
      'Print the attached packing slip, put it in the package with your specimens and send the package to the lab.',
    ],
    action: 'Open order',
  },
  ORDER_RETURNED: {
    subject: 'Order {number} was returned to you',
    heading: 'Your order needs a change',
    paragraphs: ['Correct the points below and submit the order again. Your entries are kept.'],
    action: 'Correct order',
  },
  ORDER_CANCELED: {
    subject: 'Order {number} is canceled',
    heading: 'This order is canceled',
    paragraphs: ['Do not send specimens. Payments for unfinished work are refunded.'],
    action: 'Open order',
  },
  ORDER_COMPLETED: {
    subject: 'Order {number} is complete',
    heading: 'Your order is complete',
    paragraphs: ['You can download all results.'],
    action: 'Open order',
  },
  APPROVAL_NEEDED: {
    subject: 'Approve order {number}',
    heading: 'An order needs your approval',
    paragraphs: ['The lab starts when all approvers have agreed.'],
    action: 'Review',
  },
  PO_REVIEW_NEEDED: {
    subject: 'Check the purchase order of {number}',
    heading: 'A purchase order needs verification',
    paragraphs: ['The order goes to the lab once its purchase order is verified.'],
    action: 'Review',
  },
} as const satisfies Partial<Record<EmailKind, Wording>>;
export type OrderNotificationKind = keyof typeof WORDING;

const WAITING = {
  subject: 'Order {number} is submitted',
  heading: 'We received your order',
  paragraphs: {
    PURCHASE_ORDER: 'We check your purchase order and email you when the order is approved.',
    APPROVAL: 'The order needs approval. We email you when it is approved.',
  },
  send: 'Send your specimens after that, with the attached packing slip.',
} as const;

const ON_HAND = 'The lab already has the material. You don’t need to send anything.';
const UNNAMED = 'Enter and confirm your specimens on the order page before you send them.';
const BY_LINK =
  'Use the button to approve, return or decline the order without signing in. The link is personal, can be used once and expires after 72 hours.';

function nextStep(
  paragraphs: readonly string[],
  { page, onHand, unnamed, waitsFor, packing }: OrderNotification,
): readonly string[] {
  if (page) return [...paragraphs, BY_LINK];
  if (waitsFor) return [WAITING.paragraphs[waitsFor], ...(packing ? [WAITING.send] : [])];
  if (unnamed) return [UNNAMED];
  return onHand ? [ON_HAND] : paragraphs;
}

/** State what is sent where, how it is packed and when the results come. */
function shippingFacts(entity: BusinessEntity, { packing, promise }: OrderNotification): readonly Fact[] {
  const facts: Fact[] = [];
  if (packing) {
    facts.push(['Specimens', String(packing.specimenCount)]);
    if (packing.kitCount !== null) facts.push(['Kits', `The lab sends ${kitsText(packing.kitCount)} first`]);
    facts.push(['Send to', receivingLine(entity)], ['Packing', PACKING_TEXT[packing.packageType]]);
  }
  if (promise) facts.push(['Results', promise]);
  return facts;
}

/** Render an email about an order, in the design of its business entity. */
export function renderOrderEmail(
  kind: OrderNotificationKind,
  entity: BusinessEntity,
  notification: OrderNotification,
) {
  const { subject, heading, paragraphs, action } = {
    ...WORDING[kind],
    ...(notification.waitsFor && kind === 'ORDER_CONFIRMATION'
      ? { subject: WAITING.subject, heading: WAITING.heading }
      : {}),
  };
  return renderEmail(entity, {
    subject: subject.replace('{number}', notification.orderNumber),
    heading,
    paragraphs: nextStep(paragraphs, notification),
    facts: [
      ...(notification.approvalLabel ? [['Approval', notification.approvalLabel] as const] : []),
      ['Order', notification.orderNumber],
      ['Service', neutralizeText(notification.serviceName, '(see the page)')],
      ['Organization', neutralizeText(notification.companyName, '(see the page)')],
      ['Total', moneyText(notification.total)],
      ...shippingFacts(entity, notification),
      ...(notification.reason ? [['Reason', notification.reason] as const] : []),
    ],
    action: { label: action, url: notification.url },
    footnote: notification.page
      ? `After signing in, find the order at ${notification.page}. Do not forward this email: anyone with the link can decide for you.`
      : `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
  });
}

/** Email that the data files of an order will be deleted, and how to download them before. */
export function renderDataExpiryEmail(
  env: Env,
  entity: BusinessEntity,
  order: { path: string; orderNumber: string; companyName: string; ends: string; fileCount: number },
) {
  return renderEmail(entity, {
    subject: `Data for order ${order.orderNumber} will be deleted after ${formatLongDate(order.ends)}`,
    heading: 'Your data will be deleted',
    paragraphs: [
      'The agreed retention period of this order ends soon. Download the data you want to keep. Reports are kept.',
    ],
    facts: [
      ['Order', order.orderNumber],
      ['Organization', neutralizeText(order.companyName, '(see the page)')],
      ['Data files', String(order.fileCount)],
      ['Kept until', formatLongDate(order.ends)],
    ],
    action: { label: 'Open order', url: `${publicUrl(env, entity)}${order.path}` },
    footnote: `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
  });
}
