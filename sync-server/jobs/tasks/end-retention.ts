import type { ClientBase } from 'pg';
import { forgetExpiredData } from '#db/records/files/forget-expired-data.ts';
import { DATA_SUBTYPES } from '#db/records/files/result-files.ts';
import { retentionEnd } from '#db/samples/disposing/end-guards.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { findOrderRecipients } from '#sync-server/services/ordering/orders/notify-about-order.ts';
import { renderDataExpiryEmail } from '#sync-server/services/ordering/orders/order-emails.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';

const WARNINGS = [60, 7] as const;
const DAY_MS = 24 * 3_600_000;

const RETAINED_ORDERS = `
  SELECT o.id, o.order_number AS "orderNumber", o.completed_at AS "completedAt",
         c.name AS "companyName", d.retention_period AS period, array_agg(f.id ORDER BY f.id) AS files
    FROM s3_file f
    LEFT JOIN sample sa ON f.target_type = 'Sample' AND sa.id = f.target_id
    LEFT JOIN specimen sp ON sp.id = CASE f.target_type WHEN 'Specimen' THEN f.target_id ELSE sa.specimen_id END
    JOIN "order" o ON o.id = CASE f.target_type WHEN 'Order' THEN f.target_id ELSE sp.order_id END
    JOIN data_use_info d ON d.order_id = o.id AND NOT d.deleted
    JOIN company c ON c.id = o.company_id
   WHERE f.entity = $1 AND f.status = 'STORED' AND NOT f.deleted AND f.sub_type = ANY ($2)
     AND o.completed_at IS NOT NULL AND d.retention_period <> 'INDEFINITE'
   GROUP BY o.id, c.name, d.retention_period ORDER BY o.id`;
const CLAIM = `INSERT INTO data_expiry_notice (order_id, days, expires_on, told_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT DO NOTHING RETURNING order_id`;

interface RetainedOrder {
  id: string;
  orderNumber: string;
  companyName: string;
  completedAt: Date;
  period: string;
  files: string[];
}

type Services = Pick<AppServices, 'pool' | 'env' | 'now' | 'logger'>;

const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);

/** Send the nearest warning that is due; a missed earlier warning is not sent. */
async function warn(
  client: ClientBase,
  { env, now }: Services,
  about: { entity: BusinessEntity; order: RetainedOrder; ends: string; days: number },
): Promise<number> {
  const { entity, order, ends, days } = about;
  const due = WARNINGS.filter((limit) => days <= limit).at(-1);
  if (due === undefined) return 0;
  const claimed = await client.query(CLAIM, [order.id, due, ends, now()]);
  if (claimed.rowCount === 0) return 0;
  const { ordered, managers } = await findOrderRecipients(client, order.id);
  const people = new Map([...ordered, ...managers].map(({ email, path }) => [email, path]));
  for (const [to, path] of people)
    await queueMail(client, {
      entity,
      kind: 'DATA_EXPIRY_WARNING',
      to,
      ...renderDataExpiryEmail(env, entity, { ...order, path, ends, fileCount: order.files.length }),
      data: { targetType: 'Order', targetId: order.id },
    });
  return people.size;
}

async function forget(services: Services, entity: BusinessEntity, files: string[]): Promise<number> {
  const { pool, env, now, logger } = services;
  const keys = await writeAsSystem(pool, entity, { now: now(), timeZone: env.LAB_TIMEZONE }, (tx, context) =>
    forgetExpiredData(tx, context, files),
  );
  // Rows are deleted first: nobody can see bytes without a row, while a row without bytes would be false.
  for (const key of keys)
    await fileStoreOf(env)
      .remove(key)
      .catch((error: unknown) => logger.error({ err: error }, 'the bytes of expired data were not removed'));
  return keys.length;
}

/**
 * Delete the data files of orders whose retention has ended, never reports, and warn 60 and 7 days before
 * (domain 6.6). Data with indefinite retention stay. Returns the numbers of deleted files and sent emails.
 */
export async function endRetention(services: Services): Promise<{ deleted: number; warned: number }> {
  const counts = { deleted: 0, warned: 0 };
  const { pool, env, now } = services;
  const today = labDayOf(now().toISOString(), env.LAB_TIMEZONE);
  for (const entity of BUSINESS_ENTITIES) {
    const { rows } = await pool.query<RetainedOrder>(RETAINED_ORDERS, [entity, [...DATA_SUBTYPES]]);
    for (const order of rows) {
      const ends = retentionEnd(labDayOf(order.completedAt.toISOString(), env.LAB_TIMEZONE), order.period);
      if (ends === null) continue;
      const days = daysUntil(ends, today);
      if (days < 0) counts.deleted += await forget(services, entity, order.files);
      else if (days <= WARNINGS[0])
        counts.warned += await inTransaction(pool, (client) =>
          warn(client, services, { entity, order, ends, days }),
        );
    }
  }
  return counts;
}
