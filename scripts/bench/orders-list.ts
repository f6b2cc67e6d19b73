import type { ClientBase, Pool } from 'pg';
import { listQueryOf } from '#db/api/list-query.ts';
import { INVOICE_STATUSES } from '#db/billing/invoices/invoice-status.ts';
import { ORDER_LIST } from '#db/ordering/orders/listed-order.ts';
import { ORDER_STATUSES } from '#db/ordering/orders/order-status.ts';
import { ORDER_CLASSIFICATIONS, ORDER_TYPES } from '#db/ordering/orders/order-terms.ts';
import type { AccessScope } from '#sync-server/http/require-access.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { listOrders } from '#sync-server/services/ordering/orders/list-orders.ts';
import { bareConnection, recordStatements, replay } from './engine-lab.ts';
import { type Figure, type FigureRow, ms, p50p95, percentile } from './figure.ts';

const ORDERS = 200_000;
const TARGET_MS = 100;
const TIMES = 5;
/** Highest allowed ratio between the list and the same SQL by hand, even for the slowest query. */
const MOST_TIMES = 1.5;
/** The columns that the page sorts by. */
const SORTABLE = ['createdAt', 'orderNumber', 'status', 'submittedAt'];
/** Filters of the page besides the order's own fields. */
const VIRTUAL_FILTERS = { proposals: 'OPEN', kits: 'TO_SEND', parcels: 'LATE' };
const STAFF: AccessScope = { role: 'PROJECT_MANAGER', companyId: '', entity: 'WBL' };

/** Orders of three years, evenly over companies, services, types and statuses, copied from those of the demo lab. */
const COPIED = `
  INSERT INTO "order"
  SELECT copied.*
    FROM generate_series(1, $4::int) n
    JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS of FROM "order"
           WHERE entity = 'WBL') AS found ON found.place = n % found.of
    JOIN "order" o ON o.id = found.id
    CROSS JOIN LATERAL jsonb_populate_record(o, jsonb_build_object(
           'id', 'bench-order-' || n, 'order_number', 'W-' || (500000 + n),
           'status', ($1::text[])[1 + n % cardinality($1::text[])],
           'payment_status', ($2::text[])[1 + (n / 7) % cardinality($2::text[])],
           'tracking_number', CASE WHEN o.tracking_number IS NULL THEN NULL ELSE '1ZB' || n END,
           'order_type', ($3::text[])[1 + (n / 5) % cardinality($3::text[])],
           'submitted_at', CASE WHEN n % 9 = 0 THEN NULL ELSE now() - n * interval '8 minutes' END,
           'created_at', now() - n * interval '8 minutes')) AS copied`;

async function fill(client: ClientBase): Promise<void> {
  await client.query('ALTER TABLE "order" DISABLE TRIGGER sync_stamp');
  await client.query(COPIED, [ORDER_STATUSES, INVOICE_STATUSES, ORDER_TYPES, ORDERS]);
  await client.query('VACUUM ANALYZE "order"');
}

/** List every filter, sort and search of the page, one at a time and the usual ones together. */
async function buildQueries(client: ClientBase): Promise<Record<string, string>[]> {
  const { rows } = await client.query<{ protocolId: string; companyId: string; projectId: string | null }>(
    `SELECT min(protocol_id) AS "protocolId", min(company_id) AS "companyId", min(project_id) AS "projectId"
       FROM "order" WHERE entity = 'WBL'`,
  );
  const ids = Object.entries(rows[0] ?? {}).flatMap(([name, id]) => (id === null ? [] : [{ [name]: id }]));
  const sorts = SORTABLE.flatMap((field) => [`${field}:asc`, `${field}:desc`]);
  return [
    ...sorts.map((sort) => ({ sort })),
    ...ORDER_STATUSES.map((status) => ({ status, sort: 'createdAt:desc' })),
    ...INVOICE_STATUSES.map((paymentStatus) => ({ paymentStatus, sort: 'createdAt:desc' })),
    ...ORDER_TYPES.map((orderType) => ({ orderType, sort: 'createdAt:desc' })),
    ...ORDER_CLASSIFICATIONS.map((orderClassification) => ({ orderClassification, sort: 'createdAt:desc' })),
    ...Object.entries(VIRTUAL_FILTERS).map(([name, value]) => ({ [name]: value, sort: 'createdAt:desc' })),
    ...ids.map((filter) => ({ ...filter, sort: 'createdAt:desc' })),
    ...['W-612345', '6123', '1ZB4711', 'nobody has this'].map((search) => ({
      search,
      sort: 'createdAt:desc',
    })),
    { status: 'PROCESSING', orderType: 'ONLINE', sort: 'submittedAt:desc' },
    { sort: 'createdAt:desc', page: '1000' },
  ];
}

const textOf = (queryParams: Record<string, string>): string =>
  Object.entries(queryParams)
    .map(([name, value]) => `${name}=${name.endsWith('Id') ? '…' : value}`)
    .join('&');

async function measured(pool: Pool, bareClient: ClientBase, queryParams: readonly Record<string, string>[]) {
  const record = recordStatements(pool);
  const timings: { text: string; list: number; floor: number }[] = [];
  for (const one of queryParams) {
    const query = listQueryOf(ORDER_LIST).parse(one);
    // The first read warms the pages of the table for the second.
    await listOrders(pool, STAFF, query);
    for (let time = 0; time < TIMES; time += 1) {
      record.take();
      const start = performance.now();
      JSON.stringify(await listOrders(pool, STAFF, query));
      const list = performance.now() - start;
      const statements = record.take();
      const between = performance.now();
      await replay(bareClient, statements);
      timings.push({ text: textOf(one), list, floor: performance.now() - between });
    }
  }
  return timings;
}

/** The list of 200,000 orders from the server, beside the same statements run bare. */
export const ordersList: Figure = {
  id: 'orders',
  async run(stage): Promise<FigureRow[]> {
    const { databaseUrl } = await stage.lab('orders');
    const [pool, bareClient] = [createPool(databaseUrl, { max: 2 }), await bareConnection(databaseUrl)];
    await fill(bareClient);
    const timings = await measured(pool, bareClient, await buildQueries(bareClient));
    await Promise.all([pool.end(), bareClient.end()]);
    const [lists, floors] = [timings.map(({ list }) => list), timings.map(({ floor }) => floor)];
    const p95 = percentile(lists, 0.95);
    const times = p95 / percentile(floors, 0.95);
    const slowest = [...timings].sort((a, b) => b.list - a.list).slice(0, 12);
    return [
      {
        what: 'order list of 200,000, any filter and sort, p50 / p95',
        measured: p50p95(lists),
        floor: `${p50p95(floors)} same SQL, bare pg`,
        ratio: percentile(floors, 0.5) / percentile(lists, 0.5),
        target: `p95 ≤ ${TARGET_MS} ms and ${MOST_TIMES} times bare`,
        pass: p95 <= TARGET_MS && times <= MOST_TIMES,
        note: `p95 is ${times.toFixed(2)} times that of bare pg; the slowest: ${slowest.map(({ text, list }) => `${text} ${ms(list)}`).join(', ')}`,
      },
    ];
  },
};
