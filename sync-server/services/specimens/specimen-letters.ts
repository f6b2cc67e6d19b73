import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { EmailKind } from '#db/records/email-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { harmless } from '#sync-server/auth/account-letters.ts';
import { writeLetter } from '#sync-server/integrations/mail/letter.ts';

/** What a letter about specimens of one order tells. No patient is named in it. */
export interface SpecimenNews {
  url: string;
  orderNumber: string;
  companyName: string;
  /** Each specimen by the customer's own name, and what is said of it. */
  lines: readonly (readonly [name: string, text: string])[];
}

interface Wording {
  subject: string;
  heading: string;
  paragraph: string;
  action: string;
}

const WORDING = {
  ACTION_REQUIRED: {
    subject: 'Order {number}: please decide about {count}',
    heading: 'We need your decision',
    paragraph:
      'Open the order and say for each specimen whether you send a replacement, proceed at risk, or cancel it. Until then no work is done on it.',
    action: 'Decide',
  },
  INFO_REQUESTED: {
    subject: 'Order {number}: information is missing for {count}',
    heading: 'Information is missing',
    paragraph: 'Fill in what is missing; the work then begins by itself.',
    action: 'Fill in',
  },
  DISCREPANCY_REPORT: {
    subject: 'Order {number}: what we noticed when it arrived',
    heading: 'Not everything was as expected',
    paragraph: 'This is what our staff noted when they received your package.',
    action: 'Open order',
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
    paragraph: 'Sign in to see and download them. They are not sent by e-mail.',
    action: 'See results',
  },
} as const satisfies Partial<Record<EmailKind, Wording>>;
export type SpecimenNewsKind = keyof typeof WORDING;

const MOST_LINES = 30;
const counted = (count: number) => (count === 1 ? '1 specimen' : `${count} specimens`);

/** A letter about specimens, in the look of its business unit. */
export function specimenLetter(kind: SpecimenNewsKind, entity: BusinessEntity, news: SpecimenNews) {
  const { subject, heading, paragraph, action } = WORDING[kind];
  const more = news.lines.length - MOST_LINES;
  return writeLetter(entity, {
    subject: subject.replace('{number}', news.orderNumber).replace('{count}', counted(news.lines.length)),
    heading,
    paragraphs: [paragraph],
    facts: [
      ['Order', news.orderNumber],
      ['Organization', harmless(news.companyName, '(see the page)')],
      ...news.lines
        .slice(0, MOST_LINES)
        .map(([name, text]) => [harmless(name, '(see the page)'), harmless(text, '(see the page)')] as const),
      ...(more > 0 ? [['And more', `${more} more on the page`] as const] : []),
    ],
    action: { label: action, url: news.url },
    footnote: `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
  });
}
