import type { Pool } from 'pg';
import { SalesPortal } from '#db/ordering/sales-portal.ts';
import type { Session } from '#sync-server/http/session.ts';
import { listOrders } from './list-orders.ts';
import { openApprovals } from './open-approvals.ts';
import { readOrdersByWeek } from './orders-by-week.ts';

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
    readOrdersByWeek(pool, entity, null, zone),
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
