import type { Pool } from 'pg';
import { CustomerWork, type OrderProgress, type WaitingOrder } from '#db/ordering/orders/orders-summary.ts';
import { SHIPPABLE_ORDER_STATUSES } from '#db/ordering/shipments/awaited-specimens.ts';
import { RESULT_SUBTYPES } from '#db/records/files/result-files.ts';
import { resultsDueAt } from '#db/specimens/turnaround.ts';
import { RECALLED, RELEASED, SUPERSEDED } from '#sync-server/services/records/files/file-access.ts';

const MAX_ROWS = 20;
const PROGRESS_ROWS = 8;

const VISIBLE = 'o.entity = ANY ($1) AND NOT o.deleted AND ($2::text[] IS NULL OR o.company_id = ANY ($2))';
const SERVICE = `coalesce((SELECT min(v.name) FROM service v WHERE v.protocol_id = o.protocol_id), '') AS "serviceName"`;
const HEAD = `SELECT o.id, o.order_number AS "orderNumber", ${SERVICE}, count(*)::int AS specimens`;
const SPECIMENS = `FROM specimen s JOIN "order" o ON o.id = s.order_id WHERE ${VISIBLE} AND NOT s.deleted`;
const OLDEST_FIRST = `GROUP BY o.id ORDER BY since NULLS FIRST, o.id LIMIT ${MAX_ROWS}`;
const toSqlList = (values: readonly string[]): string => values.map((one) => `'${one}'`).join(', ');

const DECISIONS = `${HEAD}, min(s.action_required_since) AS since ${SPECIMENS}
  AND s.status = 'ACTION_REQUIRED' ${OLDEST_FIRST}`;

const INFORMATION = `${HEAD}, min(s.received_at) AS since ${SPECIMENS}
  AND s.status = 'RECEIVED_AWAITING_INFO' ${OLDEST_FIRST}`;

// The rule is `takesMaterial`; a label or a tracking number means that the material is taken care of.
const TO_SEND = `${HEAD}, coalesce(o.received_at, o.submitted_at) AS since ${SPECIMENS}
  AND s.status = 'ORDERED' AND o.status IN ('ORDERED', ${toSqlList(SHIPPABLE_ORDER_STATUSES)})
  AND NOT EXISTS (SELECT 1 FROM shipment p WHERE p.order_id = o.id AND NOT p.deleted
    AND p.direction = 'INBOUND' AND p.status IN ('PRE_TRANSIT', 'IN_TRANSIT')) ${OLDEST_FIRST}`;

// Results without a file that this customer may download would lead nowhere.
const RESULTS = `${HEAD}, min(s.results_released_at) AS since ${SPECIMENS}
  AND s.results_released_at IS NOT NULL AND NOT s.is_data_downloaded
  AND EXISTS (SELECT 1 FROM s3_file WHERE (target_id = s.id OR target_id = o.id) AND status = 'STORED'
    AND NOT deleted AND customer_visible AND scan_status = 'CLEAN' AND sub_type IN (${toSqlList(RESULT_SUBTYPES)})
    AND ${RELEASED} AND NOT ${SUPERSEDED} AND NOT (${RECALLED})) ${OLDEST_FIRST}`;

const PROGRESS = `
  SELECT o.id, o.order_number AS "orderNumber", ${SERVICE}, o.status,
         o.order_classification AS "orderClassification", p.target_turnaround_days AS "turnaroundDays",
         coalesce(n.specimens, 0)::int AS specimens, coalesce(n.released, 0)::int AS released,
         n.received_at AS "receivedAt", count(*) OVER ()::int AS total
    FROM "order" o JOIN protocol p ON p.id = o.protocol_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS specimens, count(s.results_released_at) AS released,
             max(s.received_at) FILTER (WHERE s.results_released_at IS NULL) AS received_at
        FROM specimen s WHERE s.order_id = o.id AND NOT s.deleted
         AND s.status NOT IN ('CANCELED', 'FAILED_QC_CANCELED')) n ON true
   WHERE ${VISIBLE} AND o.status NOT IN ('DRAFT', 'CANCELED', 'COMPLETED')
   ORDER BY n.received_at + make_interval(days => p.target_turnaround_days) NULLS LAST, o.submitted_at, o.id
   LIMIT ${PROGRESS_ROWS}`;

type WaitingRow = Omit<WaitingOrder, 'since'> & { since: Date | null };
type ProgressRow = Omit<OrderProgress, 'dueAt'> & { receivedAt: Date | null; total: number };

/** Read what waits for a customer, the longest wait first, and the progress of their running orders. */
export async function readCustomerWork(
  pool: Pool,
  entities: readonly string[],
  companyScope: 'all' | readonly string[],
): Promise<CustomerWork> {
  const values = [entities, companyScope === 'all' ? null : companyScope];
  const readWaiting = async (text: string) =>
    (await pool.query<WaitingRow>(text, values)).rows.map((row) => ({
      ...row,
      since: row.since?.toISOString() ?? null,
    }));
  const [decisions, information, toSend, results, progress] = await Promise.all([
    readWaiting(DECISIONS),
    readWaiting(INFORMATION),
    readWaiting(TO_SEND),
    readWaiting(RESULTS),
    pool.query<ProgressRow>(PROGRESS, values),
  ]);
  return CustomerWork.parse({
    decisions,
    information,
    toSend,
    results,
    progress: {
      total: progress.rows[0]?.total ?? 0,
      rows: progress.rows.map((row) => ({
        ...row,
        dueAt: resultsDueAt(
          { receivedAt: row.receivedAt?.toISOString() ?? null },
          { targetTurnaroundDays: row.turnaroundDays },
        ),
      })),
    },
  });
}
