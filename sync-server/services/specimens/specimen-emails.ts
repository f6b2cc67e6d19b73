import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { EmailKind } from '#db/records/emails/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { neutralizeText } from '#sync-server/auth/accounts/account-emails.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';

/** The input of an email about specimens of one order. It names no patient. */
export interface SpecimenNotification {
  url: string;
  orderNumber: string;
  companyName: string;
  /** Each specimen by the customer's own name, with the text about it. */
  lines: readonly (readonly [name: string, text: string])[];
  /** True for staff who follow up on requests to the customer. */
  staff?: boolean;
}

interface Wording {
  subject: string;
  heading: string;
  paragraph: string;
  action: string;
  /** The same text for staff, where the customer must act. */
  staff?: Omit<Wording, 'staff'>;
}

const WORDING = {
  ACTION_REQUIRED: {
    subject: 'Order {number}: decision needed for {count}',
    heading: 'We need your decision',
    paragraph:
      'Open the order and choose for each specimen: send a replacement, proceed at risk, or cancel. Work on these specimens stops until then.',
    action: 'Decide',
    staff: {
      subject: 'Order {number}: waiting for the customer’s decision on {count}',
      heading: 'The customer must decide',
      paragraph:
        'The customer was asked to send a replacement, proceed at risk, or cancel. If the customer tells you, record the decision on the order page.',
      action: 'Open order',
    },
  },
  INFO_REQUESTED: {
    subject: 'Order {number}: information is missing for {count}',
    heading: 'Information is missing',
    paragraph: 'Fill in the missing information to start the work.',
    action: 'Fill in',
    staff: {
      subject: 'Order {number}: waiting for customer information on {count}',
      heading: 'Waiting for customer information',
      paragraph:
        'The customer was asked for this information. If the customer tells you, enter it on the order page.',
      action: 'Open order',
    },
  },
  DISCREPANCY_REPORT: {
    subject: 'Problem with your shipment for order {number}',
    heading: 'Problem with your shipment',
    paragraph: 'Our staff noted the following on arrival.',
    action: 'Open order',
    staff: {
      subject: 'Problem with the shipment for order {number}',
      heading: 'Problem with a shipment',
      paragraph: 'Our staff noted the following on arrival. The customer got the same email.',
      action: 'Open order',
    },
  },
  SPECIMEN_FAILED_QC: {
    subject: 'Order {number}: decision on {count}',
    heading: 'Decision made',
    paragraph: 'The next step for each specimen is listed below.',
    action: 'Open order',
  },
  RESULTS_READY: {
    subject: 'Order {number}: results of {count} are ready',
    heading: 'Results are ready',
    paragraph: 'Sign in to view and download the results. Results are not sent by email.',
    action: 'View results',
  },
  RESULTS_RECALLED: {
    subject: 'Order {number}: results of {count} were recalled',
    heading: 'Please do not use these results',
    paragraph:
      'The lab recalled these results and they can no longer be downloaded. Do not use earlier downloads. We email you when new results are ready.',
    action: 'Open order',
  },
} as const satisfies Partial<Record<EmailKind, Wording>>;
export type SpecimenNotificationKind = keyof typeof WORDING;

const MAX_LINES = 30;
const formatCount = (count: number) => (count === 1 ? '1 specimen' : `${count} specimens`);

/** Render an email about specimens, in the design of its business entity. */
export function renderSpecimenEmail(
  kind: SpecimenNotificationKind,
  entity: BusinessEntity,
  notification: SpecimenNotification,
) {
  const wording: Wording = WORDING[kind];
  const { subject, heading, paragraph, action } = (notification.staff && wording.staff) || wording;
  const more = notification.lines.length - MAX_LINES;
  return renderEmail(entity, {
    subject: subject
      .replace('{number}', notification.orderNumber)
      .replace('{count}', formatCount(notification.lines.length)),
    heading,
    paragraphs: [paragraph],
    facts: [
      ['Order', notification.orderNumber],
      ['Organization', neutralizeText(notification.companyName, '(see the page)')],
      ...notification.lines
        .slice(0, MAX_LINES)
        .map(
          ([name, text]) =>
            [neutralizeText(name, '(see the page)'), neutralizeText(text, '(see the page)')] as const,
        ),
      ...(more > 0 ? [['And more', `${more} more on the page`] as const] : []),
    ],
    action: { label: action, url: notification.url },
    footnote: `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
  });
}
