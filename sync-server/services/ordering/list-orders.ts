import { sql } from 'kysely';
import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import { KIT_ORDER_STATUSES, WAITING_KIT_STATUSES } from '#db/ordering/collection-kits.ts';
import { OrderPage } from '#db/ordering/listed-order.ts';
import { order } from '#db/ordering/order.ts';
import { type AccessScope, visibleCompanies } from '#sync-server/http/scope.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import type { ListQuery } from '#sync-server/services/listing/list-query.ts';
import { listRows, type SearchAlso } from '#sync-server/services/listing/list-rows.ts';
import { findMeant } from '#sync-server/services/listing/search-rows.ts';
import { ordersToApprove } from '#sync-server/services/specimens/orders-to-approve.ts';
import { loadOrderRelations } from './order-relations.ts';
import { SHIPMENT_LATE } from './shipping/late-shipments.ts';

/**
 * Query of the order list: its own fields and virtual filters. `proposals=OPEN`: with a discount or fee to
 * decide; `kits=TO_SEND`: the lab has still to send collection kits; `parcels=LATE`: a shipment is late, lost
 * or returned; `results=TO_APPROVE`: clinical results wait for the reader's approval.
 */
export const ORDER_LIST = {
  list: { sort: order.list.sort, filter: [...order.list.filter, 'proposals', 'kits', 'parcels', 'results'] },
  schema: order.schema,
  words: { proposals: ['OPEN'], kits: ['TO_SEND'], parcels: ['LATE'], results: ['TO_APPROVE'] },
} as const;

const listed = (statuses: readonly string[]): string => statuses.map((one) => `'${one}'`).join(', ');

const PROPOSED = `
  SELECT DISTINCT order_id AS id FROM price_adjustment
   WHERE status = 'PROPOSED' AND entity = $1 AND NOT deleted`;

const KITS_TO_SEND = `
  SELECT DISTINCT s.order_id AS id FROM shipment s JOIN "order" o ON o.id = s.order_id
   WHERE s.direction = 'KIT_OUT' AND s.status IN (${listed(WAITING_KIT_STATUSES)}) AND NOT s.deleted
     AND s.entity = $1 AND o.status IN (${listed(KIT_ORDER_STATUSES)}) AND NOT o.deleted`;

const WITH_LATE_PARCEL = `SELECT DISTINCT o.id FROM ${SHIPMENT_LATE}`;

const idsOf = async (pool: Pool, values: readonly (string | null)[], text: string): Promise<string[]> =>
  (await pool.query<{ id: string }>(text, [...values])).rows.map(({ id }) => id);

type Few = Partial<Record<'proposals' | 'kits' | 'parcels' | 'results', readonly string[] | undefined>>;

/**
 * Return the ids of orders that match all virtual filters, or null without any; they are few, so they are
 * read first.
 */
async function oneOfFew(
  pool: Pool,
  { session, today }: { session: AccessScope; today: string | null },
  { proposals, kits, parcels, results }: Few,
): Promise<string[] | null> {
  const { entity } = session;
  const asked: Promise<string[]>[] = [];
  const ask = (wanted: readonly string[] | undefined, word: string, read: () => Promise<string[]>): void => {
    if (wanted) asked.push(wanted.includes(word) ? read() : Promise.resolve([]));
  };
  ask(proposals, 'OPEN', () => idsOf(pool, [entity], PROPOSED));
  ask(kits, 'TO_SEND', () => idsOf(pool, [entity], KITS_TO_SEND));
  ask(parcels, 'LATE', () => idsOf(pool, [entity, today], WITH_LATE_PARCEL));
  ask(results, 'TO_APPROVE', () => ordersToApprove(pool, session));
  const [first, ...others] = await Promise.all(asked);
  return first?.filter((id) => others.every((ids) => ids.includes(id))) ?? null;
}

/** Count the orders whose kits the lab has to send. */
export const countKitsToSend = async (pool: Pool, entity: string): Promise<number> =>
  (await idsOf(pool, [entity], KITS_TO_SEND)).length;

/** The search also covers the names that the list shows of an order. */
const BY_NAMES: SearchAlso = (term, pool) =>
  findMeant(pool, [
    {
      column: sql.ref('r.company_id'),
      ids: reads.selectFrom('company').select('id').where('name', 'ilike', term),
    },
    {
      column: sql.ref('r.protocol_id'),
      ids: reads.selectFrom('service').select('protocol_id as id').where('name', 'ilike', term),
    },
    {
      column: sql.ref('r.project_id'),
      ids: reads.selectFrom('project').select('id').where('name', 'ilike', term),
    },
  ]);

/**
 * Read one page of visible orders: of the reader's own companies, or all for staff; `today` is the lab's day.
 */
export async function listOrders(
  pool: Pool,
  session: AccessScope,
  query: ListQuery,
  today: string | null = null,
): Promise<OrderPage> {
  const sight = await visibleCompanies(pool, session);
  const { proposals, kits, parcels, results, companyId: wanted, ...others } = query.filter;
  const few = await oneOfFew(pool, { session, today }, { proposals, kits, parcels, results });
  const companyId = sight === 'all' ? wanted : sight.filter((id) => !wanted || wanted.includes(id));
  const filter = {
    ...others,
    ...(companyId ? { companyId } : {}),
    ...(few ? { id: few } : {}),
  };
  const found = await listRows(pool, order, { ...query, filter }, session.entity, BY_NAMES);
  const beside = await loadOrderRelations(
    pool,
    found.rows.map(({ id }) => id),
    !seesAllCompanies(session.role),
  );
  return OrderPage.parse({ ...found, rows: found.rows.map((row) => ({ ...row, ...beside(row) })) });
}
