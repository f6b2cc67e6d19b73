import type { Pool } from 'pg';
import { visibleEntities } from '#db/access/lab.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { OrdersOfWeek, OrdersSummary, SalesPortal, WEEKS_SHOWN } from '#db/ordering/orders/orders-summary.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { openApprovals } from '#sync-server/services/ordering/approvals/approval-routes.ts';
import { listOrders } from './list-orders.ts';
import { readCustomerWork } from './read-customer-work.ts';

// Weeks of the lab's calendar, including empty ones.
const WEEKS = `
  WITH week AS (
    SELECT generate_series(date_trunc('week', $3::date::timestamp) - make_interval(weeks => ${WEEKS_SHOWN - 1}),
                           date_trunc('week', $3::date::timestamp), interval '1 week') AS starts),
  seen AS (
    SELECT date_trunc('week', o.submitted_at AT TIME ZONE $4) AS submitted,
           date_trunc('week', o.completed_at AT TIME ZONE $4) AS completed
      FROM "order" o
     WHERE o.entity = ANY ($1) AND NOT o.deleted AND ($2::text[] IS NULL OR o.company_id = ANY ($2))
       AND greatest(o.submitted_at, o.completed_at) >= $3::date - ${(WEEKS_SHOWN + 1) * 7})
  SELECT w.starts::date::text AS week,
         (SELECT count(*)::int FROM seen s WHERE s.submitted = w.starts) AS submitted,
         (SELECT count(*)::int FROM seen s WHERE s.completed = w.starts) AS completed
    FROM week w ORDER BY w.starts`;

/** Count submitted and completed orders of these companies per recent week; null stands for all companies. */
async function readOrdersByWeek(
  pool: Pool,
  entities: readonly string[],
  companyIds: readonly string[] | null,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<OrdersOfWeek[]> {
  const { rows } = await pool.query(WEEKS, [entities, companyIds, today, timeZone]);
  return rows.map((row) => OrdersOfWeek.parse(row));
}

const VISIBLE = 'o.entity = ANY ($1) AND NOT o.deleted AND ($2::text[] IS NULL OR o.company_id = ANY ($2))';
const ORDERS = `SELECT o.status, count(*)::int AS count FROM "order" o WHERE ${VISIBLE} GROUP BY o.status`;
// Specimens that were finished or canceled long ago are omitted.
const SPECIMENS = `
  SELECT s.status, count(*)::int AS count FROM specimen s JOIN "order" o ON o.id = s.order_id
   WHERE ${VISIBLE} AND NOT s.deleted AND o.status NOT IN ('DRAFT', 'CANCELED')
     AND (o.status <> 'COMPLETED' OR o.completed_at > now() - interval '30 days')
     AND s.status NOT IN ('DRAFT', 'CANCELED')
   GROUP BY s.status`;

const NEWEST: ListQuery = {
  sort: [{ field: 'createdAt', descending: true }],
  filter: {},
  search: '',
  records: 'active',
  page: 1,
  limit: 10,
};

/** Read the dashboard of customers and office roles: pending work of the reader, and progress of the rest. */
export async function readOrdersSummary(
  pool: Pool,
  session: Session,
  zone: { today: string; timeZone: string },
): Promise<OrdersSummary> {
  const companyScope = await visibleCompanies(pool, session);
  const values = [visibleEntities(session), companyScope === 'all' ? null : companyScope];
  const customer = !seesAllCompanies(session.role);
  const [orders, specimens, drafts, approvals, customerWork, toName, recent, weeks] = await Promise.all([
    pool.query(ORDERS, values),
    customer ? pool.query(SPECIMENS, values) : { rows: [] },
    listOrders(pool, session, { ...NEWEST, filter: { status: ['DRAFT'] }, limit: 5 }),
    openApprovals(pool, session, 5),
    customer ? readCustomerWork(pool, visibleEntities(session), companyScope) : null,
    customer
      ? listOrders(pool, session, { ...NEWEST, filter: { status: ['ANTICIPATED'] }, limit: 5 })
      : { rows: [] },
    listOrders(pool, session, NEWEST),
    readOrdersByWeek(pool, visibleEntities(session), companyScope === 'all' ? null : companyScope, zone),
  ]);
  return OrdersSummary.parse({
    orders: orders.rows,
    specimens: specimens.rows,
    drafts,
    approvals,
    customer: customerWork,
    toName: toName.rows,
    recent: recent.rows,
    weeks,
  });
}

const PREVIEW_ROWS = 5;
const COMPANIES = `
  SELECT c.id, c.name, c.status,
         (SELECT count(*)::int FROM "order" o WHERE o.company_id = c.id AND NOT o.deleted
           AND o.status NOT IN ('DRAFT', 'CANCELED', 'COMPLETED')) AS "openOrders"
    FROM company c WHERE c.entity = $1 AND NOT c.deleted AND c.sales_rep_user_id = $2
   ORDER BY "openOrders" DESC, c.name, c.id`;
const DRAFTS = `
  SELECT o.id FROM "order" o LEFT JOIN company c ON c.id = o.company_id
   WHERE o.entity = $1 AND NOT o.deleted AND o.status = 'DRAFT'
     AND (o.created_by_user_id = $2 OR c.sales_rep_user_id = $2)`;
const PROPOSALS = `
  SELECT count(*)::int AS count FROM price_adjustment a JOIN "order" o ON o.id = a.order_id
   WHERE a.entity = $1 AND a.status = 'PROPOSED' AND NOT a.deleted AND NOT o.deleted`;

/** Read the work of sales: organizations, drafts, proposals, approvals, and the order intake. */
export async function readSalesPortal(
  pool: Pool,
  session: Session,
  zone: { today: string; timeZone: string },
): Promise<SalesPortal> {
  const { entity, userId } = session;
  const [companies, drafts, proposals, approvals, weeks] = await Promise.all([
    pool.query<SalesPortal['companies']['rows'][number]>(COMPANIES, [entity, userId]),
    pool.query<{ id: string }>(DRAFTS, [entity, userId]),
    pool.query<{ count: number }>(PROPOSALS, [entity]),
    openApprovals(pool, session, PREVIEW_ROWS),
    readOrdersByWeek(pool, [entity], null, zone),
  ]);
  const draftPage = await listOrders(pool, session, {
    sort: [{ field: 'createdAt', descending: false }],
    filter: { id: drafts.rows.map(({ id }) => id) },
    search: '',
    records: 'active',
    page: 1,
    limit: PREVIEW_ROWS,
  });
  return SalesPortal.parse({
    companies: {
      total: companies.rows.length,
      onHold: companies.rows.filter(({ status }) => status === 'ON_HOLD').length,
      rows: companies.rows.slice(0, PREVIEW_ROWS),
    },
    drafts: draftPage,
    proposals: proposals.rows[0]?.count ?? 0,
    approvals,
    weeks,
  });
}
