import type { EmailUpdateFrequency } from '#db/identity/preference-form.ts';
import { lastDigestTime } from '#db/records/emails/digest-time.ts';
import { progressOf } from '#db/specimens/specimen-progress.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import {
  type OrderEvent,
  type OrderProgress,
  type ProgressReader,
  readProgressEvents,
  readProgressReaders,
  renderProgressEmail,
} from '#sync-server/services/specimens/order-progress.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;
type Rhythm = Exclude<EmailUpdateFrequency, 'NONE'>;

const RHYTHMS: readonly Rhythm[] = ['DAILY', 'WEEKLY', 'MONTHLY'];
/** Wait until transactions open at the due time are committed. */
const SETTLED_MS = 2 * 60_000;

const DONE = `SELECT 1 FROM status_digest_run WHERE entity = $1 AND frequency = $2 AND due_at = $3`;
const FINISH = `INSERT INTO status_digest_run (entity, frequency, due_at, done_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING`;
// Only the first of several processes advances a person; the others find the summary sent.
const CLAIM = `INSERT INTO status_digest (user_id, entity, told_until) VALUES ($1, $2, $3)
  ON CONFLICT (user_id, entity) DO UPDATE SET told_until = EXCLUDED.told_until
    WHERE status_digest.told_until < EXCLUDED.told_until
  RETURNING user_id`;
// People without summaries are advanced too, so that they never get old events later.
const SKIP_UNSUBSCRIBED = `INSERT INTO status_digest (user_id, entity, told_until)
  SELECT DISTINCT p.user_id, m.entity, $2::timestamptz FROM preference p JOIN user_company m ON m.user_id = p.user_id
   WHERE p.email_update_frequency = 'NONE' AND m.entity = $1 AND NOT p.deleted
  ON CONFLICT (user_id, entity) DO UPDATE SET told_until = EXCLUDED.told_until
    WHERE status_digest.told_until < EXCLUDED.told_until`;
const NOTED = `UPDATE preference SET last_digest_at = $2 WHERE user_id = $1 AND NOT deleted`;

interface Summary {
  entity: BusinessEntity;
  frequency: Rhythm;
  until: string;
}

function byOrder(events: readonly OrderEvent[], ordersUrl: string): OrderProgress[] {
  const orders = new Map<string, OrderEvent[]>();
  for (const one of events) {
    const of = orders.get(one.orderId);
    if (of) of.push(one);
    else orders.set(one.orderId, [one]);
  }
  return [...orders].flatMap(([id, of]) => {
    const [first] = of;
    const lines = progressOf(of);
    if (!first || lines.length === 0) return [];
    return [
      { orderNumber: first.orderNumber, serviceName: first.serviceName, url: `${ordersUrl}/${id}`, lines },
    ];
  });
}

const sendSummary = (services: Services, summary: Summary, reader: ProgressReader): Promise<boolean> =>
  inTransaction(services.pool, async (client) => {
    const { entity, frequency, until } = summary;
    const claimed = await client.query(CLAIM, [reader.userId, entity, until]);
    if (claimed.rowCount === 0) return false;
    const site = publicUrl(services.env, entity);
    const ordersUrl = `${site}${reader.staff ? '/lab' : ''}/orders`;
    const orders = byOrder(await readProgressEvents(client, entity, reader, until), ordersUrl);
    if (orders.length === 0) return false;
    const urls = { ordersUrl, settingsUrl: `${site}/settings` };
    const since = labDayOf(reader.since.toISOString(), services.env.LAB_TIMEZONE);
    const email = renderProgressEmail(entity, { since, orders, ...urls });
    const data = { frequency, until };
    await queueMail(client, { entity, kind: 'STATUS_DIGEST', to: reader.email, ...email, data });
    await client.query(NOTED, [reader.userId, until]);
    return true;
  });

/**
 * Send the summaries that are due: one email per person and business entity with the changes in their orders
 * since the last one (domain 3, 6.8), or none without changes. Each change is reported once, whatever the
 * number of runs, processes and pauses. Returns the number of emails.
 */
export async function sendSummaries(services: Services): Promise<number> {
  const { pool, env, now } = services;
  const settledAt = new Date(now().getTime() - SETTLED_MS).toISOString();
  let sentCount = 0;
  for (const frequency of RHYTHMS) {
    const until = lastDigestTime(frequency, settledAt, env.LAB_TIMEZONE);
    for (const entity of BUSINESS_ENTITIES) {
      if ((await pool.query(DONE, [entity, frequency, until])).rowCount !== 0) continue;
      if (frequency === 'DAILY') await pool.query(SKIP_UNSUBSCRIBED, [entity, until]);
      for (const reader of await readProgressReaders(pool, entity, { frequency, until }))
        if (await sendSummary(services, { entity, frequency, until }, reader)) sentCount += 1;
      await pool.query(FINISH, [entity, frequency, until, now()]);
    }
  }
  return sentCount;
}
