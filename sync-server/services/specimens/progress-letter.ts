import type { ProgressLine } from '#db/specimens/specimen-progress.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { harmless } from '#sync-server/auth/account-letters.ts';
import { type Fact, writeLetter } from '#sync-server/integrations/mail/letter.ts';
import { letterDate } from '#sync-server/integrations/mail/letter-date.ts';

/** What a summary tells of one order. No patient is named in it. */
export interface OrderProgress {
  orderNumber: string;
  serviceName: string;
  url: string;
  lines: readonly ProgressLine[];
}

const NAMED = 4;
/** A letter stays a letter: whoever has more orders under way looks at their page. */
const MOST_ORDERS = 25;

const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`;

function factOf({ label, count, names }: ProgressLine): Fact {
  const safe = names.map((name) => harmless(name, '')).filter((name) => name !== '');
  const all = safe.length === count && count <= NAMED;
  return [label, `${counted(count, 'specimen')}${all ? `: ${safe.join(', ')}` : ''}`];
}

/** Says the one thing that happened, or how many orders there is news of. */
function subjectOf(orders: readonly OrderProgress[]): string {
  const [only, ...others] = orders;
  const [line, ...more] = only?.lines ?? [];
  if (only && line && others.length === 0)
    return more.length === 0
      ? `Order ${only.orderNumber}: ${line.label.replace('Now: ', '').toLowerCase()}, ${counted(line.count, 'specimen')}`
      : `What changed in order ${only.orderNumber}`;
  const ready = orders.some(({ lines }) => lines.some(({ label }) => label === 'Results ready'));
  return `${ready ? 'Results are ready: what' : 'What'} changed in ${counted(orders.length, 'order')}`;
}

/** The summary of what came about in somebody's orders, one letter for all of them. */
export function progressLetter(
  entity: BusinessEntity,
  news: {
    /** The day of the last summary, `YYYY-MM-DD`. */
    since: string;
    orders: readonly OrderProgress[];
    ordersUrl: string;
    settingsUrl: string;
  },
) {
  const { since, orders, ordersUrl, settingsUrl } = news;
  const more = orders.length - MOST_ORDERS;
  return writeLetter(entity, {
    subject: subjectOf(orders),
    heading: 'What changed in your orders',
    paragraphs: [
      `This is what happened since ${letterDate(since)}.${more > 0 ? ` ${counted(more, 'more order')} changed; see the page.` : ''}`,
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
