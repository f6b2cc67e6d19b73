import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { type ListQuery, listQueryOf } from '#db/api/list-query.ts';
import { SIMULATED_STATES, SimulatedPage } from '#db/billing/simulated-payment.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { readList } from '#sync-server/services/listing/read-list.ts';
import { either, isLike, isOneOf, likeText } from '#sync-server/services/listing/search-rows.ts';

const STATE = sql<string>`
  CASE WHEN c.dispute = 'open' THEN 'DISPUTED' WHEN c.dispute = 'won' THEN 'DISPUTE_WON'
       WHEN c.dispute = 'lost' THEN 'DISPUTE_LOST'
       WHEN c.status = 'succeeded' AND c.amount_refunded >= c.amount_received THEN 'REFUNDED'
       WHEN c.status = 'succeeded' THEN 'PAID' WHEN c.status = 'processing' THEN 'PROCESSING'
       WHEN c.status = 'canceled' THEN 'CANCELED' ELSE 'OPEN' END`;
const ROWS = reads
  .selectFrom('card_simulator_intent as c')
  .innerJoin('invoice as i', (join) => join.on(sql<SqlBool>`i.id = c.metadata ->> 'invoiceId'`))
  .innerJoin('order as o', 'o.id', 'i.order_id')
  .innerJoin('company as k', 'k.id', 'i.company_id');
const { ref } = expressionBuilder(ROWS);
const SORT = {
  createdAt: { by: ref('c.created_at') },
  orderNumber: { by: ref('o.order_number') },
  companyName: { by: ref('k.name') },
  amount: { by: ref('c.amount') },
  state: { by: STATE },
};

/** The query of the list of simulated payments. */
export const SimulatedQuery = listQueryOf({
  list: { sort: ['id', ...Object.keys(SORT)], filter: ['state'] },
  extraValues: { state: SIMULATED_STATES },
});

const selectPayments = (rows: typeof ROWS) =>
  rows.select([
    'c.id',
    'c.created_at as createdAt',
    'o.order_number as orderNumber',
    'k.name as companyName',
    'c.amount',
    'c.amount_refunded as refunded',
    STATE.as('state'),
    sql<number>`(SELECT count(*) FROM card_simulator_event e WHERE e.intent_id = c.id AND e.tells_left > 0)`.as(
      'waiting',
    ),
  ]);

/** Read one page of a business entity's payments at the card simulator. */
export async function listSimulated(pool: Pool, entity: string, query: ListQuery): Promise<SimulatedPage> {
  const conditions: Expression<SqlBool>[] = [sql`c.metadata ->> 'entity' = ${entity}`];
  const state = query.filter['state'];
  if (state) conditions.push(isOneOf(STATE, state));
  if (query.search !== '') {
    const searched = [ref('o.order_number'), ref('k.name')];
    conditions.push(either([isLike(searched, likeText(query.search))]));
  }
  const source = { from: ROWS, id: ref('c.id'), sort: SORT, where: conditions, newestFirst: true };
  return SimulatedPage.parse(await readList(pool, source, selectPayments, query));
}
