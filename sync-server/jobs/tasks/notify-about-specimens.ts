import type { ClientBase } from 'pg';
import { rolesWith } from '#db/access/capabilities.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { findOrderRecipients } from '#sync-server/services/ordering/orders/notify-about-order.ts';
import { RECALLED_SINCE } from '#sync-server/services/specimens/list-result-downloads.ts';
import {
  renderSpecimenEmail,
  type SpecimenNotificationKind,
} from '#sync-server/services/specimens/specimen-emails.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

interface Watched {
  kind: SpecimenNotificationKind;
  /** SQL over event `e` and specimen `s`: is the notification still relevant? */
  condition: string;
  /** The text about the specimen. */
  text: string;
  staff: readonly string[];
  /** True if the ordering physician is notified too, about their own specimens. */
  physician?: boolean;
  /** True if only staff is notified. */
  staffOnly?: boolean;
}

/** Events about which customers get an immediate email (domain 3); the bench may have worked offline. */
const WATCHED: readonly Watched[] = [
  {
    kind: 'ACTION_REQUIRED',
    condition: `s.status = 'ACTION_REQUIRED' AND e.data ->> 'to' = 'ACTION_REQUIRED'
      AND e.type IN ('SPECIMEN_ACTION_REQUIRED', 'SPECIMEN_STATUS_CHANGED')`,
    text: `coalesce(s.action_required_text, 'Please decide')`,
    staff: rolesWith('receiveSpecimenNotices'),
  },
  {
    kind: 'INFO_REQUESTED',
    condition: `s.status = 'RECEIVED_AWAITING_INFO' AND e.data ->> 'to' = 'RECEIVED_AWAITING_INFO'
      AND e.type = 'SPECIMEN_STATUS_CHANGED'`,
    text: `coalesce(s.hold_reason, 'Please complete it')`,
    staff: rolesWith('receiveSpecimenNotices'),
  },
  {
    kind: 'DISCREPANCY_REPORT',
    condition: `e.type = 'SPECIMEN_DISCREPANCY'`,
    text: `coalesce(e.data ->> 'description', '')`,
    staff: rolesWith('receiveSpecimenNotices'),
  },
  {
    // Received on a handheld while the order was canceled or on hold (domain 5.11, case 11).
    kind: 'DISCREPANCY_REPORT',
    condition: `e.type = 'SPECIMEN_ACCESSIONED' AND e.data ->> 'orderIs' IN ('CANCELED', 'ON_HOLD')`,
    text: `CASE e.data ->> 'orderIs'
      WHEN 'CANCELED' THEN 'Arrived after its order was canceled. In quarantine.'
      ELSE 'Arrived while its order is on hold. Awaiting release.' END`,
    staff: rolesWith('receiveSpecimenNotices'),
    staffOnly: true,
  },
  {
    kind: 'SPECIMEN_FAILED_QC',
    condition: `e.type = 'SPECIMEN_STATUS_CHANGED' AND (e.data ->> 'to' = 'FAILED_QC_CANCELED'
      OR (e.data ->> 'from' = 'RESET' AND e.data ->> 'to' = 'ORDERED' AND s.status = 'ORDERED'))`,
    text: `CASE e.data ->> 'to' WHEN 'ORDERED' THEN 'Please send new material'
      ELSE 'The work was stopped' END`,
    staff: rolesWith('receiveFailureNotices'),
  },
  {
    // Research results are announced in the summary that the customer chose (domain 6.8).
    kind: 'RESULTS_READY',
    // Results that were recalled meanwhile are not available any more.
    condition: `e.type = 'RESULTS_RELEASED' AND s.results_released_at IS NOT NULL AND EXISTS (SELECT 1 FROM protocol p WHERE p.id = o.protocol_id AND p.clinical)`,
    text: `'Results can be downloaded'`,
    staff: [],
    physician: true,
  },
  {
    // Anybody who may rely on recalled results is notified at once, also in research.
    kind: 'RESULTS_RECALLED',
    condition: `e.type = 'RESULTS_RECALLED' AND s.results_released_at IS NULL`,
    text: `CASE WHEN e.data ->> 'to' = 'RESET' THEN 'The work is being repeated' ELSE 'Results are being corrected' END`,
    staff: [],
    physician: true,
  },
];

// Forms name the physician as the membership does (domain 6.3).
const PHYSICIAN = `(
  SELECT pu.email FROM user_company m JOIN "user" pu ON pu.id = m.user_id
   WHERE m.company_id = o.company_id AND NOT m.deactivated AND NOT m.deleted AND NOT pu.deleted
     AND lower(pu.name) = lower(trim(s.physician)) ORDER BY pu.id LIMIT 1)`;
// A clinic's tube name may be that of a patient, so such a tube is identified by its requisition number.
const NAME = `CASE WHEN coalesce((SELECT p.clinical FROM protocol p WHERE p.id = o.protocol_id), true)
  THEN s.requisition_number ELSE s.customer_sample_id END`;
// Older events were announced in another way or are no longer news.
const UNNOTIFIED_EVENTS = ({ condition, text, physician = false }: Watched) => `
  SELECT e.id AS "eventId", s.id AS "specimenId", ${NAME} AS name, ${text} AS text, o.id AS "orderId",
         o.order_number AS "orderNumber", c.name AS "companyName", e.data ->> 'from' = 'FAILED_QC' AS "failedQc",
         ${physician ? PHYSICIAN : 'NULL'} AS physician
    FROM event e
    JOIN specimen s ON s.id = e.target_id
    JOIN "order" o ON o.id = s.order_id
    JOIN company c ON c.id = o.company_id
   WHERE e.entity = $1 AND e.occurred_at > $2 AND e.target_type = 'Specimen' AND ${condition}
     AND e.type IN ('SPECIMEN_ACTION_REQUIRED', 'SPECIMEN_DISCREPANCY', 'SPECIMEN_STATUS_CHANGED', 'RESULTS_RELEASED',
       'RESULTS_RECALLED', 'SPECIMEN_ACCESSIONED')
     AND NOT s.deleted AND NOT EXISTS (SELECT 1 FROM specimen_notice n WHERE n.event_id = e.id)
   ORDER BY o.id, s.order_row, e.id LIMIT 1000`;
const CLAIM = `INSERT INTO specimen_notice (event_id, told_at) SELECT unnest($1::text[]), $2
  ON CONFLICT DO NOTHING RETURNING event_id AS id`;
const STAFF = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role = ANY ($2) AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
   ORDER BY u.email LIMIT 50`;
const DAYS_MS = 7 * 24 * 3_600_000;

interface UnnotifiedEvent {
  eventId: string;
  specimenId: string;
  name: string;
  text: string;
  orderId: string;
  orderNumber: string;
  companyName: string;
  /** True if the specimen had already failed before. */
  failedQc: boolean | null;
  physician: string | null;
}

type Send = (
  kind: SpecimenNotificationKind,
  to: { email: string; path: string; staff: boolean },
  about?: readonly UnnotifiedEvent[],
) => Promise<string>;

/** Return one line per specimen, however many events it has, because the subject counts specimens. */
function linesOf(about: readonly UnnotifiedEvent[]): (readonly [name: string, text: string])[] {
  const lines = new Map<string, { name: string; texts: Set<string> }>();
  for (const { specimenId, name, text } of about) {
    const line = lines.get(specimenId) ?? { name, texts: new Set() };
    lines.set(specimenId, { name, texts: line.texts.add(text) });
  }
  return [...lines.values()].map(({ name, texts }) => [name, [...texts].join('; ')] as const);
}

/** Write one email about specimens of one order, given the first of them. */
const senderOf =
  (
    client: ClientBase,
    { env }: Services,
    entity: BusinessEntity,
    ofOrder: readonly [UnnotifiedEvent, ...UnnotifiedEvent[]],
  ): Send =>
  (kind, { email, path, staff }, about = ofOrder) =>
    queueMail(client, {
      entity,
      kind,
      to: email,
      ...renderSpecimenEmail(kind, entity, {
        ...ofOrder[0],
        staff,
        url: `${publicUrl(env, entity)}${path}`,
        lines: linesOf(about),
      }),
      data: { targetType: 'Order', targetId: ofOrder[0].orderId },
    });

// Whoever has recalled results is notified, also a person who did not place the order.
const DOWNLOADERS = `
  SELECT DISTINCT u.email FROM event d JOIN "user" u ON u.id = d.user_id
   WHERE d.type = 'RESULTS_DOWNLOADED' AND ${RECALLED_SINCE} AND NOT u.deleted
     AND (d.target_id = $1 OR d.target_id IN (SELECT id FROM specimen WHERE order_id = $1))
   ORDER BY u.email LIMIT 200`;

async function findDownloaders(client: ClientBase, orderId: string): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(DOWNLOADERS, [orderId]);
  return rows.map(({ email }) => email);
}

async function queueEmails(
  client: ClientBase,
  services: Services,
  entity: BusinessEntity,
  { kind, staff, staffOnly = false }: Watched,
  events: readonly UnnotifiedEvent[],
): Promise<void> {
  const emailsOf = async (roles: readonly string[]) =>
    (await client.query<{ email: string }>(STAFF, [entity, [...roles]])).rows.map(({ email }) => email);
  const staffEmails = await emailsOf(staff);
  for (const orderId of new Set(events.map((one) => one.orderId))) {
    const [first, ...rest] = events.filter((one) => one.orderId === orderId);
    if (!first) continue;
    const ofOrder = [first, ...rest] as const;
    const send = senderOf(client, services, entity, ofOrder);
    const { ordered } = staffOnly ? { ordered: [] } : await findOrderRecipients(client, orderId);
    const notifiedEmails = new Set(ordered.map(({ email }) => email));
    const ofStaff = (email: string) => ({ email, path: `/lab/orders/${orderId}`, staff: true });
    for (const one of ordered) await send(kind, one);
    for (const email of staffEmails) if (!notifiedEmails.has(email)) await send(kind, ofStaff(email));
    const downloaders = kind === 'RESULTS_RECALLED' ? await findDownloaders(client, orderId) : [];
    for (const email of downloaders)
      if (!notifiedEmails.has(email)) {
        notifiedEmails.add(email);
        await send(kind, { email, path: `/orders/${orderId}`, staff: false });
      }
    for (const email of new Set(ofOrder.flatMap(({ physician }) => physician ?? [])))
      if (!notifiedEmails.has(email))
        await send(
          kind,
          { email, path: `/orders/${orderId}`, staff: false },
          ofOrder.filter(({ physician }) => physician === email),
        );
    const resent = kind === 'ACTION_REQUIRED' ? ofOrder.filter(({ failedQc }) => failedQc) : [];
    // A failed specimen that is reordered is decided: its planners are notified as for stopped work.
    if (resent.length > 0)
      for (const email of await emailsOf(rolesWith('receiveFailureNotices')))
        if (!notifiedEmails.has(email) && !staffEmails.includes(email))
          await send('SPECIMEN_FAILED_QC', ofStaff(email), resent);
  }
}

async function notifyWatched(services: Services, entity: BusinessEntity, watched: Watched): Promise<number> {
  const now = services.now();
  const loadUnnotified = (client: Pick<ClientBase, 'query'>) =>
    client.query<UnnotifiedEvent>(UNNOTIFIED_EVENTS(watched), [entity, new Date(now.getTime() - DAYS_MS)]);
  // Usually there is nothing to do, and then no transaction is opened.
  if ((await loadUnnotified(services.pool)).rowCount === 0) return 0;
  return inTransaction(services.pool, async (client) => {
    const { rows } = await loadUnnotified(client);
    const ids = rows.map(({ eventId }) => eventId);
    const claimed = await client.query<{ id: string }>(CLAIM, [ids, now]);
    const claimedIds = new Set(claimed.rows.map(({ id }) => id));
    await queueEmails(
      client,
      services,
      entity,
      watched,
      rows.filter(({ eventId }) => claimedIds.has(eventId)),
    );
    return claimedIds.size;
  });
}

/**
 * Notify the ordering customers and customer service about specimens that need action or arrived with
 * problems (domain 3). Returns the number of events; each is announced once, however many processes run.
 */
export async function notifyAboutSpecimens(services: Services): Promise<number> {
  let total = 0;
  for (const entity of BUSINESS_ENTITIES)
    for (const watched of WATCHED) total += await notifyWatched(services, entity, watched);
  return total;
}
