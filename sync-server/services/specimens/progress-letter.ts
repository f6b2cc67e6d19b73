import type { EmailUpdateFrequency } from '#db/identity/email-update-frequency.ts';
import type { ProgressLine } from '#db/specimens/specimen-progress.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { harmless } from '#sync-server/auth/account-letters.ts';
import { type Fact, writeLetter } from '#sync-server/integrations/mail/letter.ts';

/** What a summary tells of one order. No patient is named in it. */
export interface OrderProgress {
  orderNumber: string;
  serviceName: string;
  url: string;
  lines: readonly ProgressLine[];
}

const PERIOD: Record<Exclude<EmailUpdateFrequency, 'NONE'>, string> = {
  DAILY: 'since yesterday',
  WEEKLY: 'in the last week',
  MONTHLY: 'in the last month',
};
const NAMED = 4;
/** A letter stays a letter: whoever has more orders under way looks at their page. */
const MOST_ORDERS = 25;

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

function factOf({ label, count, names }: ProgressLine): Fact {
  const safe = names.map((name) => harmless(name, '')).filter((name) => name !== '');
  const all = safe.length === count && count <= NAMED;
  return [label, `${counted(count, 'specimen')}${all ? `: ${safe.join(', ')}` : ''}`];
}

/** What the subject says of the orders: the number of the only one, or how many there are. */
const subjectOf = (orders: readonly OrderProgress[]): string => {
  const [only, ...others] = orders;
  const ready = orders.some(({ lines }) => lines.some(({ label }) => label === 'Results ready'));
  const what = ready ? 'results are ready' : 'what changed';
  return only && others.length === 0
    ? `Order ${only.orderNumber}: ${what}`
    : `${counted(orders.length, 'order')}: ${what}`;
};

/** The summary of what came about in somebody's orders, one letter for all of them. */
export function progressLetter(
  entity: BusinessEntity,
  news: {
    frequency: Exclude<EmailUpdateFrequency, 'NONE'>;
    orders: readonly OrderProgress[];
    ordersUrl: string;
    settingsUrl: string;
  },
) {
  const { frequency, orders, ordersUrl, settingsUrl } = news;
  const more = orders.length - MOST_ORDERS;
  return writeLetter(entity, {
    subject: subjectOf(orders),
    heading: 'What changed in your orders',
    paragraphs: [
      `This is what happened ${PERIOD[frequency]}.${more > 0 ? ` ${counted(more, 'more order')} changed; see the page.` : ''}`,
    ],
    groups: orders.slice(0, MOST_ORDERS).map(({ orderNumber, serviceName, url, lines }) => ({
      title: [orderNumber, harmless(serviceName, '')].filter((part) => part !== '').join(' · '),
      url,
      facts: lines.map(factOf),
    })),
    action: { label: 'Open orders', url: ordersUrl },
    footnote: `You get this summary as you chose in your settings: ${settingsUrl}`,
  });
}
