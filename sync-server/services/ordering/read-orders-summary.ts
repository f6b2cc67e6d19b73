import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { OrdersSummary } from '#db/ordering/orders-summary.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listOrders } from './list-orders.ts';
import { openApprovals } from './open-approvals.ts';
import { readOrdersByWeek } from './orders-by-week.ts';

const VISIBLE = 'o.entity = $1 AND NOT o.deleted AND ($2::text[] IS NULL OR o.company_id = ANY ($2))';
const ORDERS = `SELECT o.status, count(*)::int AS count FROM "order" o WHERE ${VISIBLE} GROUP BY o.status`;
// Specimens that were finished or canceled long ago are omitted.
const SPECIMENS = `
  SELECT s.status, count(*)::int AS count FROM specimen s JOIN "order" o ON o.id = s.order_id
   WHERE ${VISIBLE} AND NOT s.deleted AND o.status NOT IN ('DRAFT', 'CANCELED')
     AND (o.status <> 'COMPLETED' OR o.completed_at > now() - interval '30 days')
     AND s.status NOT IN ('DRAFT', 'CANCELED')
   GROUP BY s.status`;
const ACTION_NEEDED = `
  SELECT o.id, o.order_number AS "orderNumber", count(*)::int AS specimens
    FROM specimen s JOIN "order" o ON o.id = s.order_id
   WHERE ${VISIBLE} AND NOT s.deleted AND s.status = 'ACTION_REQUIRED'
   GROUP BY o.id, o.order_number ORDER BY min(s.action_required_since), o.id LIMIT 10`;

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
  const values = [session.entity, companyScope === 'all' ? null : companyScope];
  const customer = !seesAllCompanies(session.role);
  const [orders, specimens, drafts, approvals, actionNeeded, toName, recent, weeks] = await Promise.all([
    pool.query(ORDERS, values),
    customer ? pool.query(SPECIMENS, values) : { rows: [] },
    listOrders(pool, session, { ...NEWEST, filter: { status: ['DRAFT'] }, limit: 5 }),
    openApprovals(pool, session, 5),
    customer ? pool.query(ACTION_NEEDED, values) : { rows: [] },
    customer
      ? listOrders(pool, session, { ...NEWEST, filter: { status: ['ANTICIPATED'] }, limit: 5 })
      : { rows: [] },
    listOrders(pool, session, NEWEST),
    readOrdersByWeek(pool, session.entity, companyScope === 'all' ? null : companyScope, zone),
  ]);
  return OrdersSummary.parse({
    orders: orders.rows,
    specimens: specimens.rows,
    drafts,
    approvals,
    actionNeeded: actionNeeded.rows,
    toName: toName.rows,
    recent: recent.rows,
    weeks,
  });
}
