import type { Pool } from 'pg';
import { KITS_ARE_SENT, KITS_WAIT } from '#db/ordering/collection-kits.ts';
import { OrderPage } from '#db/ordering/listed-order.ts';
import { order } from '#db/ordering/order.ts';
import { companiesInSight, type Sight } from '#sync-server/http/scope.ts';
import type { ListQuery } from '#sync-server/services/listing/list-query.ts';
import { listRows } from '#sync-server/services/listing/list-rows.ts';
import { besideOrders } from './beside-orders.ts';

/**
 * What the list of orders is asked by: its own fields, `proposals=OPEN` for those with a discount or fee to
 * decide, and `kits=TO_SEND` for those whose collection kits the lab has still to send.
 */
export const ORDER_LIST = {
  list: { sort: order.list.sort, filter: [...order.list.filter, 'proposals', 'kits'] },
} as const;

const listed = (statuses: readonly string[]): string => statuses.map((one) => `'${one}'`).join(', ');

const PROPOSED = `
  SELECT DISTINCT order_id AS id FROM price_adjustment
   WHERE status = 'PROPOSED' AND entity = $1 AND NOT deleted`;

const KITS_TO_SEND = `
  SELECT DISTINCT s.order_id AS id FROM shipment s JOIN "order" o ON o.id = s.order_id
   WHERE s.direction = 'KIT_OUT' AND s.status IN (${listed(KITS_WAIT)}) AND NOT s.deleted
     AND s.entity = $1 AND o.status IN (${listed(KITS_ARE_SENT)}) AND NOT o.deleted`;

const idsOf = async (pool: Pool, entity: string, text: string): Promise<string[]> =>
  (await pool.query<{ id: string }>(text, [entity])).rows.map(({ id }) => id);

/** Orders with an open proposal, or with kits to send, or both: few, so that their ids are read first. */
async function oneOfFew(
  pool: Pool,
  entity: string,
  { proposals, kits }: { proposals?: readonly string[] | undefined; kits?: readonly string[] | undefined },
): Promise<string[]> {
  const proposed = proposals?.includes('OPEN') ? await idsOf(pool, entity, PROPOSED) : [];
  if (!kits) return proposed;
  const toSend = kits.includes('TO_SEND') ? await idsOf(pool, entity, KITS_TO_SEND) : [];
  return proposals ? toSend.filter((id) => proposed.includes(id)) : toSend;
}

/** How many orders wait for the lab to send their kits. */
export const countKitsToSend = async (pool: Pool, entity: string): Promise<number> =>
  (await idsOf(pool, entity, KITS_TO_SEND)).length;

/** One page of the orders that somebody sees: of their own companies, or for staff of all. */
export async function listOrders(pool: Pool, session: Sight, query: ListQuery): Promise<OrderPage> {
  const sight = await companiesInSight(pool, session);
  const { proposals, kits, companyId: wanted, ...others } = query.filter;
  const companyId = sight === 'all' ? wanted : sight.filter((id) => !wanted || wanted.includes(id));
  const filter = {
    ...others,
    ...(companyId ? { companyId } : {}),
    ...(proposals || kits ? { id: await oneOfFew(pool, session.entity, { proposals, kits }) } : {}),
  };
  const found = await listRows(pool, order, { ...query, filter }, session.entity);
  const beside = await besideOrders(
    pool,
    found.rows.map(({ id }) => id),
  );
  return OrderPage.parse({ ...found, rows: found.rows.map((row) => ({ ...row, ...beside(row) })) });
}
