import type { ProgressLine } from '#db/specimens/specimen-progress.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { neutralizeText } from '#sync-server/auth/account-emails.ts';
import { type Fact, renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { formatLongDate } from '#sync-server/integrations/mail/long-date.ts';

/** The part of a summary about one order. It names no patient. */
export interface OrderProgress {
  orderNumber: string;
  serviceName: string;
  url: string;
  lines: readonly ProgressLine[];
}

const MAX_NAMES = 4;
/** Maximum number of orders in an email; readers with more orders open the page. */
const MAX_ORDERS = 25;

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function factOf({ label, count, names }: ProgressLine): Fact {
  const safe = names.map((name) => neutralizeText(name, '')).filter((name) => name !== '');
  const all = safe.length === count && count <= MAX_NAMES;
  return [label, `${pluralize(count, 'specimen')}${all ? `: ${safe.join(', ')}` : ''}`];
}

/** Name the single event, or the number of orders with news. */
function subjectOf(orders: readonly OrderProgress[]): string {
  const [only, ...rest] = orders;
  const [line, ...more] = only?.lines ?? [];
  if (only && line && rest.length === 0)
    return more.length === 0
      ? `Order ${only.orderNumber}: ${line.label.replace('Now: ', '').toLowerCase()}, ${pluralize(line.count, 'specimen')}`
      : `What changed in order ${only.orderNumber}`;
  const ready = orders.some(({ lines }) => lines.some(({ label }) => label === 'Results ready'));
  return `${ready ? 'Results are ready: what' : 'What'} changed in ${pluralize(orders.length, 'order')}`;
}

/** Render one summary email of all news in a person's orders. */
export function renderProgressEmail(
  entity: BusinessEntity,
  notification: {
    /** The day of the last summary, `YYYY-MM-DD`. */
    since: string;
    orders: readonly OrderProgress[];
    ordersUrl: string;
    settingsUrl: string;
  },
) {
  const { since, orders, ordersUrl, settingsUrl } = notification;
  const more = orders.length - MAX_ORDERS;
  return renderEmail(entity, {
    subject: subjectOf(orders),
    heading: 'What changed in your orders',
    paragraphs: [
      `This is what happened since ${formatLongDate(since)}.${more > 0 ? ` ${pluralize(more, 'more order')} changed; see the page.` : ''}`,
    ],
    groups: orders.slice(0, MAX_ORDERS).map(({ orderNumber, serviceName, url, lines }) => ({
      title: [orderNumber, neutralizeText(serviceName, '')].filter((part) => part !== '').join(' · '),
      url,
      facts: lines.map(factOf),
    })),
    action: { label: 'Open orders', url: ordersUrl },
    footnote: `You get this summary as you chose in your settings: ${settingsUrl}`,
  });
}
