import type { Pool } from 'pg';
import { OrderPage } from '#db/ordering/listed-order.ts';
import { order } from '#db/ordering/order.ts';
import { companiesInSight, type Sight } from '#sync-server/http/scope.ts';
import type { ListQuery } from '#sync-server/services/listing/list-query.ts';
import { listRows } from '#sync-server/services/listing/list-rows.ts';
import { besideOrders } from './beside-orders.ts';

/** One page of the orders that somebody sees: of their own companies, or for staff of all. */
export async function listOrders(pool: Pool, session: Sight, query: ListQuery): Promise<OrderPage> {
  const sight = await companiesInSight(pool, session);
  const wanted = query.filter['companyId'];
  const companyId = sight === 'all' ? wanted : sight.filter((id) => !wanted || wanted.includes(id));
  const filter = companyId ? { ...query.filter, companyId } : query.filter;
  const found = await listRows(pool, order, { ...query, filter }, session.entity);
  const beside = await besideOrders(
    pool,
    found.rows.map(({ id }) => id),
  );
  return OrderPage.parse({ ...found, rows: found.rows.map((row) => ({ ...row, ...beside(row) })) });
}
