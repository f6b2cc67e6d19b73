import type { Pool } from 'pg';
import { SIMULATED_STATES, SimulatedPage } from '#db/billing/simulated-payment.ts';
import { type ListQuery, listQueryOf } from '#sync-server/services/listing/list-query.ts';

const STATE = `
  CASE WHEN c.dispute = 'open' THEN 'DISPUTED' WHEN c.dispute = 'won' THEN 'DISPUTE_WON'
       WHEN c.dispute = 'lost' THEN 'DISPUTE_LOST'
       WHEN c.status = 'succeeded' AND c.amount_refunded >= c.amount_received THEN 'REFUNDED'
       WHEN c.status = 'succeeded' THEN 'PAID' WHEN c.status = 'processing' THEN 'PROCESSING'
       WHEN c.status = 'canceled' THEN 'CANCELED' ELSE 'OPEN' END`;
const COLUMNS: Readonly<Record<string, string>> = {
  id: 'c.id',
  createdAt: 'c.created_at',
  orderNumber: 'o.order_number',
  companyName: 'k.name',
  amount: 'c.amount',
  state: STATE,
};

/** How the list of simulated payments is asked for. */
export const SimulatedQuery = listQueryOf({
  list: { sort: Object.keys(COLUMNS), filter: ['state'] },
  words: { state: SIMULATED_STATES },
});

const WAITING = `(SELECT count(*)::int FROM card_simulator_event e WHERE e.intent_id = c.id AND e.tells_left > 0)`;

/** One page of what was begun to be paid at the card simulator, in a business entity. */
export async function listSimulated(pool: Pool, entity: string, query: ListQuery): Promise<SimulatedPage> {
  const { page, limit, search } = query;
  const values: unknown[] = [entity];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = [`c.metadata ->> 'entity' = $1`];
  const state = query.filter['state'];
  if (state) where.push(`${STATE} = ANY (${bind(state)}::text[])`);
  if (search !== '') {
    const like = bind(`%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
    where.push(`(o.order_number ILIKE ${like} OR k.name ILIKE ${like})`);
  }
  const from = `FROM card_simulator_intent c JOIN invoice i ON i.id = c.metadata ->> 'invoiceId'
    JOIN "order" o ON o.id = i.order_id JOIN company k ON k.id = i.company_id WHERE ${where.join(' AND ')}`;
  const counted = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, values);
  const order = query.sort.map(({ field, descending }) => `${COLUMNS[field]} ${descending ? 'DESC' : 'ASC'}`);
  const { rows } = await pool.query<{ createdAt: Date }>(
    `SELECT c.id, c.created_at AS "createdAt", o.order_number AS "orderNumber", k.name AS "companyName",
            c.amount::float8 AS amount, c.amount_refunded::float8 AS refunded, ${STATE} AS state, ${WAITING} AS waiting
       ${from} ORDER BY ${order.join(', ')}, c.id DESC LIMIT ${bind(limit)} OFFSET ${bind((page - 1) * limit)}`,
    values,
  );
  const listed = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  return SimulatedPage.parse({ rows: listed, total: counted.rows[0]?.total ?? 0, page, limit });
}
