import type { ClientBase } from 'pg';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import {
  renderStaffEmail,
  type StaffNotificationKind,
} from '#sync-server/services/records/emails/staff-emails.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** SQL over an event `e`: its line in the email, and whether it is still relevant. */
interface Watched {
  kind: StaffNotificationKind;
  from: string;
  condition: string;
  name: string;
  text: string;
  /** The user who is notified beside the managers. */
  assignedUserId?: string;
}

/** Events about which lab managers get an immediate email (domain 3). */
const WATCHED: readonly Watched[] = [
  {
    kind: 'SYNC_CONFLICT',
    from: `JOIN sync_conflict c ON c.id = e.data ->> 'conflictId'`,
    condition: `e.type = 'SYNC_CONFLICT' AND c.status = 'OPEN' AND NOT c.deleted`,
    name: `coalesce(concat_ws(' and ', c.mine ->> 'name', c.theirs ->> 'name'), 'Conflict')`,
    text: 'c.action',
  },
  {
    kind: 'STOCK_LOW',
    from: `JOIN inventory_type t ON t.id = e.target_id LEFT JOIN measurement_unit m ON m.id = t.measurement_unit_id`,
    condition: `e.type = 'STOCK_LOW' AND NOT t.deleted`,
    name: 't.name',
    text: `concat(e.data ->> 'remaining', ' ', m.symbol, ' left, reorder point ', e.data ->> 'reorderPoint', ' ', m.symbol, ' (', t.catalog_number, ')')`,
  },
  {
    kind: 'CERTIFICATION_DUE',
    from: `JOIN equipment q ON q.id = e.target_id`,
    condition: `e.type = 'CERTIFICATION_DUE' AND q.status <> 'RETIRED' AND NOT q.deleted`,
    name: 'q.name',
    text: `concat('due ', to_char((e.data ->> 'dueOn')::date, 'Mon FMDD, YYYY'), ', serial number ', q.serial_number)`,
  },
  {
    kind: 'RUN_FAILED',
    from: `LEFT JOIN batch_result r ON r.id = e.target_id LEFT JOIN batch b ON b.id = r.batch_id`,
    condition: `e.type = 'RUN_ENDED' AND e.data ->> 'to' LIKE 'PROTOCOL_FINISHED_WITH_%'`,
    name: `coalesce(e.data ->> 'name', 'Run')`,
    text: `coalesce(nullif(concat_ws(' ', e.data ->> 'explanation', e.data ->> 'nextStep'), ''),
      lower(replace(substr(e.data ->> 'to', 24), '_', ' ')))`,
    assignedUserId: 'b.assigned_user_id',
  },
  {
    kind: 'BATCH_RETURNED',
    from: `JOIN batch b ON b.id = e.target_id`,
    condition: `e.type = 'BATCH_DIRECTOR_RETURNED' AND b.director_approved = false AND NOT b.deleted`,
    name: `concat(b.julian_id, ' ', b.name)`,
    text: `concat('by ', e.data ->> 'by', ': ', e.data ->> 'reason')`,
    assignedUserId: 'b.assigned_user_id',
  },
];

// Older events were announced in another way or are no longer news.
const UNNOTIFIED_EVENTS = ({ from, condition, name, text, assignedUserId = 'NULL' }: Watched) => `
  SELECT e.id, ${name} AS name, ${text} AS text, ${assignedUserId} AS "assignedUserId" FROM event e ${from}
   WHERE e.entity = $1 AND e.created_at > $2 AND ${condition}
     AND e.type IN ('STOCK_LOW', 'SYNC_CONFLICT', 'CERTIFICATION_DUE', 'RUN_ENDED', 'BATCH_DIRECTOR_RETURNED')
     AND NOT EXISTS (SELECT 1 FROM staff_notice n WHERE n.event_id = e.id)
   ORDER BY e.created_at, e.id LIMIT 500`;
const CLAIM = `INSERT INTO staff_notice (event_id, told_at) SELECT unnest($1::text[]), $2
  ON CONFLICT DO NOTHING RETURNING event_id AS id`;
const MANAGERS = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role IN ${rolesSql('receiveLabNotices')} AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
   ORDER BY u.email LIMIT 50`;
// The assigned person of a batch, unless a manager: those are notified of every batch.
const ASSIGNED = `
  SELECT DISTINCT u.id, u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND u.id = ANY($2) AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
     AND uc.role NOT IN ${rolesSql('receiveLabNotices')}
   ORDER BY u.email LIMIT 50`;
const DAYS_MS = 7 * 24 * 3_600_000;

interface UnnotifiedEvent {
  id: string;
  name: string;
  text: string;
  assignedUserId: string | null;
}

async function queueEmails(
  client: ClientBase,
  { env }: Services,
  entity: BusinessEntity,
  kind: StaffNotificationKind,
  events: readonly UnnotifiedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const queueTo = async (to: string, about: readonly UnnotifiedEvent[]): Promise<void> => {
    const lines = about.map(({ name, text }) => [name, text] as const);
    const staffEmail = renderStaffEmail(kind, entity, { site: publicUrl(env, entity), lines });
    await queueMail(client, { entity, kind, to, ...staffEmail });
  };
  for (const { email } of (await client.query<{ email: string }>(MANAGERS, [entity])).rows)
    await queueTo(email, events);
  const assignedIds = [...new Set(events.flatMap(({ assignedUserId }) => assignedUserId ?? []))];
  if (assignedIds.length === 0) return;
  const assigned = await client.query<{ id: string; email: string }>(ASSIGNED, [entity, assignedIds]);
  for (const { id, email } of assigned.rows)
    await queueTo(
      email,
      events.filter(({ assignedUserId }) => assignedUserId === id),
    );
}

async function notifyWatched(services: Services, entity: BusinessEntity, watched: Watched): Promise<number> {
  const now = services.now();
  const loadUnnotified = async (client: Pick<ClientBase, 'query'>) =>
    (
      await client.query<UnnotifiedEvent>(UNNOTIFIED_EVENTS(watched), [
        entity,
        new Date(now.getTime() - DAYS_MS),
      ])
    ).rows;
  // Usually there is nothing to do, and then no transaction is opened.
  if ((await loadUnnotified(services.pool)).length === 0) return 0;
  return inTransaction(services.pool, async (client) => {
    const rows = await loadUnnotified(client);
    const claimed = await client.query<{ id: string }>(CLAIM, [rows.map(({ id }) => id), now]);
    const claimedIds = new Set(claimed.rows.map(({ id }) => id));
    await queueEmails(
      client,
      services,
      entity,
      watched.kind,
      rows.filter(({ id }) => claimedIds.has(id)),
    );
    return claimedIds.size;
  });
}

/**
 * Notify the managers of the lab about conflicts, low stock, expiring certificates, failed runs and returned
 * batches, and of the last two also the person who is assigned to the batch. Events
 * that arrive together, for example from one offline handheld, share one email. Returns the number of events;
 * each is announced once, however many processes run.
 */
export async function notifyStaff(services: Services): Promise<number> {
  let total = 0;
  for (const entity of BUSINESS_ENTITIES)
    for (const watched of WATCHED) total += await notifyWatched(services, entity, watched);
  return total;
}
