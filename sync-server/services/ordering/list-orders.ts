import { sql } from 'kysely';
import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { KIT_ORDER_STATUSES, WAITING_KIT_STATUSES } from '#db/ordering/collection-kits.ts';
import { OrderPage } from '#db/ordering/listed-order.ts';
import { order } from '#db/ordering/order.ts';
import { type AccessScope, visibleCompanies } from '#sync-server/http/scope.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, type SearchAlso } from '#sync-server/services/listing/list-rows.ts';
import { findLookupConditions } from '#sync-server/services/listing/search-rows.ts';
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
  extraValues: { proposals: ['OPEN'], kits: ['TO_SEND'], parcels: ['LATE'], results: ['TO_APPROVE'] },
} as const;

const toSqlList = (statuses: readonly string[]): string => statuses.map((one) => `'${one}'`).join(', ');

const PROPOSED = `
  SELECT DISTINCT order_id AS id FROM price_adjustment
   WHERE status = 'PROPOSED' AND entity = $1 AND NOT deleted`;

const KITS_TO_SEND = `
  SELECT DISTINCT s.order_id AS id FROM shipment s JOIN "order" o ON o.id = s.order_id
   WHERE s.direction = 'KIT_OUT' AND s.status IN (${toSqlList(WAITING_KIT_STATUSES)}) AND NOT s.deleted
     AND s.entity = $1 AND o.status IN (${toSqlList(KIT_ORDER_STATUSES)}) AND NOT o.deleted`;

const WITH_LATE_SHIPMENT = `SELECT DISTINCT o.id FROM ${SHIPMENT_LATE}`;

const idsOf = async (pool: Pool, values: readonly (string | null)[], text: string): Promise<string[]> =>
  (await pool.query<{ id: string }>(text, [...values])).rows.map(({ id }) => id);

type VirtualFilters = Partial<
  Record<'proposals' | 'kits' | 'parcels' | 'results', readonly string[] | undefined>
>;

/**
 * Return the ids of orders that match all virtual filters, or null without any; they are few, so they are
 * read first.
 */
async function findIdsByVirtualFilters(
  pool: Pool,
  { session, today }: { session: AccessScope; today: string | null },
  { proposals, kits, parcels, results }: VirtualFilters,
): Promise<string[] | null> {
  const { entity } = session;
  const lookups: Promise<string[]>[] = [];
  const addLookup = (
    requested: readonly string[] | undefined,
    value: string,
    read: () => Promise<string[]>,
  ): void => {
    if (requested) lookups.push(requested.includes(value) ? read() : Promise.resolve([]));
  };
  addLookup(proposals, 'OPEN', () => idsOf(pool, [entity], PROPOSED));
  addLookup(kits, 'TO_SEND', () => idsOf(pool, [entity], KITS_TO_SEND));
  addLookup(parcels, 'LATE', () => idsOf(pool, [entity, today], WITH_LATE_SHIPMENT));
  addLookup(results, 'TO_APPROVE', () => ordersToApprove(pool, session));
  const [first, ...rest] = await Promise.all(lookups);
  return first?.filter((id) => rest.every((ids) => ids.includes(id))) ?? null;
}

/** Count the orders whose kits the lab has to send. */
export const countKitsToSend = async (pool: Pool, entity: string): Promise<number> =>
  (await idsOf(pool, [entity], KITS_TO_SEND)).length;

/** The search also covers the names that the list shows of an order. */
const BY_NAMES: SearchAlso = (term, pool) =>
  findLookupConditions(pool, [
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
  const companyScope = await visibleCompanies(pool, session);
  const { proposals, kits, parcels, results, companyId: requested, ...rest } = query.filter;
  const matchingIds = await findIdsByVirtualFilters(
    pool,
    { session, today },
    { proposals, kits, parcels, results },
  );
  const companyId =
    companyScope === 'all' ? requested : companyScope.filter((id) => !requested || requested.includes(id));
  const filter = {
    ...rest,
    ...(companyId ? { companyId } : {}),
    ...(matchingIds ? { id: matchingIds } : {}),
  };
  const page = await listRows(pool, order, { ...query, filter }, session.entity, BY_NAMES);
  const relationsOf = await loadOrderRelations(
    pool,
    page.rows.map(({ id }) => id),
    !seesAllCompanies(session.role),
  );
  return OrderPage.parse({ ...page, rows: page.rows.map((row) => ({ ...row, ...relationsOf(row) })) });
}
