import type { ClientBase, Pool } from 'pg';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';

const ESCALATION_DELAY_MS = 24 * 3_600_000;
/** Keeps one revision small; the rest follows in the next run. */
const ROUND = 100;
const LONG_AGO = 'Missing for 24 hours while other tubes of its shipment were received.';

const LONG_MISSING = `
  SELECT DISTINCT tube.id FROM discrepancy AS missing
    JOIN accession_group AS package ON package.id = missing.accession_group_id
    JOIN specimen AS tube ON tube.id = missing.specimen_id
  WHERE missing.entity = $1 AND missing.type = 'MISSING' AND missing.resolution = 'OPEN' AND NOT missing.deleted
    AND missing.created_at <= $2 AND package.received_count > 0
    AND tube.status IN ('ORDERED', 'SHIPPED', 'DELIVERED') AND tube.received_at IS NULL AND NOT tube.deleted
  ORDER BY tube.id LIMIT ${ROUND}`;

async function longMissing(client: ClientBase, entity: BusinessEntity, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - ESCALATION_DELAY_MS);
  const { rows } = await client.query<{ id: string }>(LONG_MISSING, [entity, before]);
  return rows.map(({ id }) => id);
}

const escalateSome = (
  pool: Pool,
  entity: BusinessEntity,
  settings: { now: Date; timeZone: string },
): Promise<number> =>
  writeAsSystem(pool, entity, settings, async (tx, context, client) => {
    const ids = await longMissing(client, entity, settings.now);
    const orders = new Set<string>();
    for (const row of await tx.find(specimen, { id: ids })) {
      await changeSpecimenStatus(tx, context, row, 'ACTION_REQUIRED', {
        event: 'SPECIMEN_ACTION_REQUIRED',
        reason: LONG_AGO,
        fields: { actionRequiredText: LONG_AGO, actionRequiredSince: context.occurredAt },
      });
      orders.add(row.orderId);
    }
    for (const orderId of [...orders].sort()) await deriveOrderStatus(tx, context, orderId);
    return ids.length;
  });

/**
 * Escalate specimens that are missing from their shipment 24 hours after others of it were received (domain
 * 5.3). Returns their number; safe to run in several processes at once.
 */
export async function escalateMissing(
  pool: Pool,
  settings: { now: Date; timeZone: string },
): Promise<number> {
  let total = 0;
  for (const entity of BUSINESS_ENTITIES) {
    for (;;) {
      const done = await escalateSome(pool, entity, settings);
      total += done;
      if (done < ROUND) break;
    }
  }
  return total;
}
