import type { ClientBase, Pool } from 'pg';
import { rolesWith } from '#db/access/capabilities.ts';
import { CUSTOMER_ROLES, STAFF_ROLES } from '#db/access/roles.ts';
import type { EmailUpdateFrequency } from '#db/identity/preference-form.ts';
import type { ProgressEvent, ProgressLine } from '#db/specimens/specimen-progress.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { neutralizeText } from '#sync-server/auth/accounts/account-emails.ts';
import { type Fact, formatLongDate, renderEmail } from '#sync-server/integrations/mail/email-template.ts';

/** The reader of a summary, and its start time. */
export interface ProgressReader {
  userId: string;
  email: string;
  since: Date;
  /** True if they are staff, whose order pages differ. */
  staff: boolean;
}

/** An event with its order. */
export interface OrderEvent extends ProgressEvent {
  orderId: string;
  orderNumber: string;
  serviceName: string;
}

/** A summary covers at most this period, however long none was sent. */
const MAX_DAYS = 32;
const MAX_EVENTS = 20_000;

// Events that arrived after the last summary belong to this one even if done before, because handhelds sync
// late.
const LEARNED = `coalesce(e.synced_at, e.created_at)`;
const PROGRESS_EVENTS = `
  "order" o JOIN specimen s ON s.order_id = o.id AND NOT s.deleted
  JOIN event e ON e.target_id = s.id AND e.target_type = 'Specimen'
    AND (e.type IN ('SPECIMEN_ACCESSIONED', 'RESULTS_RELEASED') OR e.data ->> 'to' IS NOT NULL)`;
// People who left the company, or never could see the order, get no news of it.
const VISIBLE_TO_READER = `EXISTS (
  SELECT 1 FROM user_company m JOIN company c ON c.id = o.company_id
   WHERE m.user_id = r.id AND m.entity = o.entity AND NOT m.deactivated AND NOT m.deleted
     AND (m.role = ANY ($4) OR m.company_id IN (c.id, c.parent_company_id)))`;

// Managers get the news of orders that staff placed for their company.
const OWN = `o.id IN (
  SELECT a.id FROM "order" a WHERE a.created_by_user_id = r.id
   UNION ALL
  SELECT a.id FROM user_company m JOIN "order" a ON a.company_id = m.company_id AND a.entity = m.entity
    JOIN user_company sm ON sm.user_id = a.created_by_user_id AND sm.entity = a.entity AND sm.role = ANY ($4)
   WHERE m.user_id = r.id AND m.role = ANY ($6) AND NOT m.deactivated AND NOT m.deleted)`;

const READERS = `
  SELECT r.id AS "userId", r.email, r.since, r.staff FROM (
    SELECT u.id, u.email, EXISTS (SELECT 1 FROM user_company sm WHERE sm.user_id = u.id AND sm.entity = $1
             AND sm.role = ANY ($4) AND NOT sm.deactivated AND NOT sm.deleted) AS staff,
           greatest(d.told_until, $3::timestamptz - make_interval(days => ${MAX_DAYS})) AS since
      FROM "user" u
      LEFT JOIN preference p ON p.user_id = u.id AND NOT p.deleted
      LEFT JOIN status_digest d ON d.user_id = u.id AND d.entity = $1
     WHERE NOT u.deleted AND coalesce(d.told_until < $3, true)
       AND coalesce(p.email_update_frequency, CASE WHEN EXISTS (
             SELECT 1 FROM user_company uc WHERE uc.user_id = u.id AND uc.role = ANY ($5) AND NOT uc.deleted)
           THEN 'DAILY' ELSE 'NONE' END) = $2) r
   WHERE r.since < $3 AND EXISTS (
     SELECT 1 FROM ${PROGRESS_EVENTS}
      WHERE ${OWN} AND o.entity = $1 AND NOT o.deleted AND ${LEARNED} > r.since AND ${LEARNED} <= $3 AND ${VISIBLE_TO_READER})
   ORDER BY r.id`;

const EVENTS = `
  SELECT o.id AS "orderId", o.order_number AS "orderNumber", coalesce(v.name, '') AS "serviceName", s.id AS "specimenId",
         CASE WHEN coalesce(pr.clinical, true) THEN NULL ELSE s.customer_sample_id END AS name,
         CASE e.type WHEN 'SPECIMEN_ACCESSIONED' THEN 'RECEIVED' WHEN 'RESULTS_RELEASED' THEN 'RESULTS_READY' ELSE 'STATUS' END AS kind,
         e.data ->> 'from' AS "from", e.data ->> 'to' AS "to"
    FROM (SELECT $2::text AS id) r, ${PROGRESS_EVENTS}
    LEFT JOIN protocol pr ON pr.id = o.protocol_id
    LEFT JOIN service v ON v.protocol_id = o.protocol_id
   WHERE ${OWN} AND o.entity = $1 AND NOT o.deleted AND ${LEARNED} > $5 AND ${LEARNED} <= $3 AND ${VISIBLE_TO_READER}
     -- Clinical results were told of at once; what was recalled meanwhile is not there any more.
     AND NOT (e.type = 'RESULTS_RELEASED' AND (coalesce(pr.clinical, false) OR s.results_released_at IS NULL))
   ORDER BY o.order_number, s.order_row, e.occurred_at, e.id LIMIT ${MAX_EVENTS}`;

/** Read the people with news who want summaries of a frequency. */
export async function readProgressReaders(
  pool: Pool,
  entity: BusinessEntity,
  { frequency, until }: { frequency: EmailUpdateFrequency; until: string },
): Promise<ProgressReader[]> {
  const values = [
    entity,
    frequency,
    until,
    [...STAFF_ROLES],
    [...CUSTOMER_ROLES],
    rolesWith('answerForCompany'),
  ];
  return (await pool.query<ProgressReader>(READERS, values)).rows;
}

/** Read the events in the specimens of a person's orders, in order of time. */
export async function readProgressEvents(
  client: ClientBase,
  entity: BusinessEntity,
  { userId, since }: ProgressReader,
  until: string,
): Promise<OrderEvent[]> {
  const values = [entity, userId, until, [...STAFF_ROLES], since, rolesWith('answerForCompany')];
  return (await client.query<OrderEvent>(EVENTS, values)).rows;
}

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
      : `Update for order ${only.orderNumber}`;
  const ready = orders.some(({ lines }) => lines.some(({ label }) => label === 'Results ready'));
  return `${ready ? 'Results are ready: updates' : 'Updates'} for ${pluralize(orders.length, 'order')}`;
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
    heading: 'Order updates',
    paragraphs: [
      `Updates since ${formatLongDate(since)}.${more > 0 ? ` ${pluralize(more, 'more order')} changed; see the page.` : ''}`,
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
