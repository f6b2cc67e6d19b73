import type { Pool } from 'pg';
import { OrderPage } from '#db/ordering/listed-order.ts';
import { order } from '#db/ordering/order.ts';
import { companiesInSight, type Sight } from '#sync-server/http/scope.ts';
import type { ListQuery } from '#sync-server/services/listing/list-query.ts';
import { listRows } from '#sync-server/services/listing/list-rows.ts';
import { besideOrders } from './beside-orders.ts';

/** What the list of orders is asked by: its own fields, and `proposals=OPEN` for those with a discount or fee to decide. */
export const ORDER_LIST = {
  list: { sort: order.list.sort, filter: [...order.list.filter, 'proposals'] },
} as const;

const PROPOSED = `
  SELECT DISTINCT order_id AS id FROM price_adjustment
   WHERE status = 'PROPOSED' AND entity = $1 AND NOT deleted`;

/** Orders with an open proposal; few, so that their ids are read first. */
async function withProposals(pool: Pool, entity: string, wanted: readonly string[]): Promise<string[]> {
  if (!wanted.includes('OPEN')) return [];
  const { rows } = await pool.query<{ id: string }>(PROPOSED, [entity]);
  return rows.map(({ id }) => id);
}

/** One page of the orders that somebody sees: of their own companies, or for staff of all. */
export async function listOrders(pool: Pool, session: Sight, query: ListQuery): Promise<OrderPage> {
  const sight = await companiesInSight(pool, session);
  const { proposals, companyId: wanted, ...others } = query.filter;
  const companyId = sight === 'all' ? wanted : sight.filter((id) => !wanted || wanted.includes(id));
  const filter = {
    ...others,
    ...(companyId ? { companyId } : {}),
    ...(proposals ? { id: await withProposals(pool, session.entity, proposals) } : {}),
  };
  const found = await listRows(pool, order, { ...query, filter }, session.entity);
  const beside = await besideOrders(
    pool,
    found.rows.map(({ id }) => id),
  );
  return OrderPage.parse({ ...found, rows: found.rows.map((row) => ({ ...row, ...beside(row) })) });
}
