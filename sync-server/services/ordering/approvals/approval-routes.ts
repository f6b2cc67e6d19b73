import { sql } from 'kysely';
import type { Pool } from 'pg';
import { hasCapability } from '#db/access/capabilities.ts';
import { STAFF_ROLES } from '#db/access/roles.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import * as calls from '#db/api/ordering/approvals.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { decideApproval } from '#db/ordering/approvals/decide-approval.ts';
import { ApprovalPage } from '#db/ordering/approvals/listed-approval.ts';
import { APPROVAL_KIND, APPROVAL_KINDS, orderApproval } from '#db/ordering/approvals/order-approval.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany, visibleCompanies } from '#sync-server/http/require-access.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, readRow, type SearchAlso } from '#sync-server/reads/list-rows.ts';
import { isFoundIn, isLike } from '#sync-server/reads/search-rows.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/orders/notify-about-order.ts';
import { orderedBySql } from '#sync-server/services/ordering/orders/order-sql.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

const RELATED_COLUMNS = `
  SELECT a.id, o.order_number AS "orderNumber", o.order_type AS "orderType", o.total::float8 AS total,
         o.created_by_user_id AS "createdByUserId",
         o.purchase_order_number AS "purchaseOrderNumber", c.name AS "companyName", coalesce(s.name, '') AS "serviceName",
         ${orderedBySql('$2', '$3')} AS "submittedByName"
    FROM order_approval a JOIN "order" o ON o.id = a.order_id JOIN company c ON c.id = o.company_id
    LEFT JOIN service s ON s.protocol_id = o.protocol_id
    LEFT JOIN "user" u ON u.id = o.created_by_user_id
   WHERE a.id = ANY ($1)`;
const OF_COMPANIES = `
  SELECT a.id FROM order_approval a JOIN "order" o ON o.id = a.order_id
   WHERE a.entity = $1 AND o.company_id = ANY ($2)`;

/** The search covers what the list shows of an order. */
const NAMED_LIKE: SearchAlso = (term) => {
  const orders = reads.selectFrom('order as o').select('o.id');
  const numbers = isLike([sql.ref('o.order_number'), sql.ref('o.purchase_order_number')], term);
  const companies = reads.selectFrom('company').select('id').where('name', 'ilike', term);
  const services = reads.selectFrom('service').select('protocol_id as id').where('name', 'ilike', term);
  return [
    isFoundIn(sql.ref('r.order_id'), orders.where(numbers)),
    isFoundIn(
      sql.ref('r.order_id'),
      orders.where((eb) => isFoundIn(eb.ref('o.company_id'), companies)),
    ),
    isFoundIn(
      sql.ref('r.order_id'),
      orders.where((eb) => isFoundIn(eb.ref('o.protocol_id'), services)),
    ),
  ];
};

type RelatedColumns = Pick<
  ApprovalPage['rows'][number],
  | 'orderNumber'
  | 'orderType'
  | 'purchaseOrderNumber'
  | 'total'
  | 'companyName'
  | 'serviceName'
  | 'submittedByName'
> & { id: string; createdByUserId: string };

/** Read one page of pending or decided approvals, as the reader may see them. */
export async function listApprovals(pool: Pool, session: Session, query: ListQuery): Promise<ApprovalPage> {
  const companyScope = await visibleCompanies(pool, session);
  const own =
    companyScope === 'all'
      ? null
      : await pool.query<{ id: string }>(OF_COMPANIES, [session.entity, companyScope]);
  const filter = own ? { ...query.filter, id: own.rows.map(({ id }) => id) } : query.filter;
  const result = await listRows(pool, orderApproval, { ...query, filter }, session.entity, NAMED_LIKE);
  const { rows } = await pool.query<RelatedColumns>(RELATED_COLUMNS, [
    result.rows.map(({ id }) => id),
    companyScope !== 'all',
    [...STAFF_ROLES],
  ]);
  const relatedById = new Map(rows.map((row) => [row.id, row]));
  return ApprovalPage.parse({
    ...result,
    rows: result.rows.map((row) => {
      const more = relatedById.get(row.id);
      const isOwnDecision =
        row.status === 'OPEN' && hasCapability(session.role, APPROVAL_KIND[row.kind].capability);
      return { ...row, ...more, mine: isOwnDecision, ownOrder: more?.createdByUserId === session.userId };
    }),
  });
}

type ListingCall = typeof calls.listApprovals | typeof calls.listLabApprovals;
type DecidingCall = typeof calls.decideApproval | typeof calls.decideLabApproval;

const listingRoute = (definition: ListingCall): ApiRoute =>
  serveCall(definition, ({ services, session, query }) => listApprovals(services.pool, session, query));

const decidingRoute = (definition: DecidingCall): ApiRoute =>
  serveCall(definition, async ({ services, session, params, body }) => {
    const row = await readRow(services.pool, orderApproval, params.id, session.entity);
    const owner = await services.pool.query<{ companyId: string }>(
      'SELECT company_id AS "companyId" FROM "order" WHERE id = $1',
      [row.orderId],
    );
    if (!owner.rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    await requireVisibleCompany(services.pool, session, owner.rows[0].companyId);
    const { orderId } = row;
    const args = { approvalId: params.id, ...body };
    await executeOperation(engineOf(services), session, decideApproval, args, {}, (client) =>
      notifyAboutOrder(client, services, session, { orderId, operation: 'decided', reason: body.reason }),
    );
  });

/** Orders waiting for approval (domain 6.4): by managers of the company, and by the lab. */
export const approvalRoutes: readonly ApiRoute[] = [
  listingRoute(calls.listApprovals),
  decidingRoute(calls.decideApproval),
  listingRoute(calls.listLabApprovals),
  decidingRoute(calls.decideLabApproval),
];

/** Read the first few pending approvals that this person may decide, oldest first. */
export const openApprovals = (pool: Pool, session: Session, limit: number): Promise<ApprovalPage> =>
  listApprovals(pool, session, {
    sort: [{ field: 'createdAt', descending: false }],
    filter: {
      status: ['OPEN'],
      kind: APPROVAL_KINDS.filter((one) => hasCapability(session.role, APPROVAL_KIND[one].capability)),
    },
    search: '',
    records: 'active',
    page: 1,
    limit,
  });
