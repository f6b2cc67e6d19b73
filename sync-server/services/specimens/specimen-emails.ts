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
    subject: 'Order {number}: please decide about {count}',
    heading: 'We need your decision',
    paragraph:
      'Open the order and say for each specimen whether you send a replacement, proceed at risk, or cancel it. Until then no work is done on it.',
    action: 'Decide',
    staff: {
      subject: 'Order {number}: the customer has to decide about {count}',
      heading: 'The customer has to decide',
      paragraph:
        'They were asked whether they send a replacement, proceed at risk, or cancel. When they tell you instead, write their decision down on the page of the order.',
      action: 'Open order',
    },
  },
  INFO_REQUESTED: {
    subject: 'Order {number}: information is missing for {count}',
    heading: 'Information is missing',
    paragraph: 'Fill in what is missing; the work then begins by itself.',
    action: 'Fill in',
    staff: {
      subject: 'Order {number}: the customer has to complete {count}',
      heading: 'The customer has to complete information',
      paragraph: 'They were asked to fill it in. When they tell you instead, fill it in for them.',
      action: 'Open order',
    },
  },
  DISCREPANCY_REPORT: {
    subject: 'Order {number}: what we noticed when it arrived',
    heading: 'Not everything was as expected',
    paragraph: 'This is what our staff noted when they received your package.',
    action: 'Open order',
    staff: {
      subject: 'Order {number}: what was noticed when it arrived',
      heading: 'A package was not as expected',
      paragraph: 'This was noted when it was received. The customer was told the same.',
      action: 'Open order',
    },
  },
  SPECIMEN_FAILED_QC: {
    subject: 'Order {number}: decided about {count}',
    heading: 'A decision was taken',
    paragraph: 'This is how it goes on with the specimens named below.',
    action: 'Open order',
  },
  RESULTS_READY: {
    subject: 'Order {number}: results of {count} are ready',
    heading: 'Results are ready',
    paragraph: 'Sign in to see and download them. They are not sent by email.',
    action: 'See results',
  },
  RESULTS_RECALLED: {
    subject: 'Order {number}: results of {count} were taken back',
    heading: 'Please do not use these results',
    paragraph:
      'The lab has taken them back, and they cannot be downloaded any more. Do not use what you have downloaded. You are told as soon as there are results again.',
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
