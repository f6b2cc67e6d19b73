import { pipeline } from 'node:stream/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { labServing } from '#db/access/lab.ts';
import { type Role, STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import * as calls from '#db/api/ordering/approvals.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { LinkToken } from '#db/identity/account-forms.ts';
import { ApprovalByLink, type DecisionByLink } from '#db/ordering/approvals/approval-by-link.ts';
import { decideApproval } from '#db/ordering/approvals/decide-approval.ts';
import {
  APPROVAL_KIND,
  type ApprovalKind,
  type ApprovalStatus,
} from '#db/ordering/approvals/order-approval.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { logAccess, readSignInRequest, type SignInRequest } from '#sync-server/auth/account-log.ts';
import { serveAccountCall } from '#sync-server/auth/accounts/account-route.ts';
import { type FoundLink, linkInvalid, peekLink, spendLink } from '#sync-server/auth/accounts/links.ts';
import { countAttempt } from '#sync-server/auth/attempts.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/orders/notify-about-order.ts';
import { orderedBySql } from '#sync-server/services/ordering/orders/order-sql.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

const DECIDER = `
  SELECT u.id AS "userId", uc.id AS "userCompanyId", uc.company_id AS "companyId", uc.role, uc.entity,
         coalesce(u.name, u.first_name || ' ' || u.last_name) AS name
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id JOIN company c ON c.id = uc.company_id
   WHERE uc.id = $1 AND uc.user_id = $2 AND uc.entity = $3 AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
     AND NOT c.deleted`;
const APPROVAL = `
  SELECT a.id, a.kind, a.status, a.detail, o.id AS "orderId", o.company_id AS "companyId",
         o.order_number AS "orderNumber", o.order_type AS "orderType", o.total::float8 AS total,
         o.order_classification AS "orderClassification", o.purchase_order_number AS "purchaseOrderNumber",
         o.submitted_at AS "submittedAt", o.created_by_user_id AS "createdByUserId", c.name AS "companyName",
         coalesce(s.name, '') AS "serviceName", p.name AS "projectName",
         CASE WHEN a.kind = 'PURCHASE_ORDER' THEN f.title END AS "purchaseOrderFile",
         CASE WHEN a.kind = 'PURCHASE_ORDER' THEN f.key END AS "purchaseOrderKey",
         ${orderedBySql('$3', '$4')} AS "submittedByName",
         (SELECT count(*)::int FROM specimen t WHERE t.order_id = o.id AND NOT t.deleted) AS "specimenCount"
    FROM order_approval a JOIN "order" o ON o.id = a.order_id JOIN company c ON c.id = o.company_id
    LEFT JOIN service s ON s.protocol_id = o.protocol_id
    LEFT JOIN project p ON p.id = o.project_id
    LEFT JOIN s3_file f ON f.id = o.purchase_order_file_id AND f.status = 'STORED' AND f.scan_status = 'CLEAN' AND NOT f.deleted
    LEFT JOIN "user" u ON u.id = o.created_by_user_id
   WHERE a.id = $1 AND a.entity = $2 AND NOT a.deleted AND NOT o.deleted`;

interface Decider {
  userId: string;
  userCompanyId: string;
  companyId: string;
  role: Role;
  entity: BusinessEntity;
  name: string;
}

interface RequestedApproval {
  id: string;
  kind: ApprovalKind;
  status: ApprovalStatus;
  orderId: string;
  companyId: string;
  createdByUserId: string;
  submittedAt: Date | null;
  purchaseOrderFile: string | null;
  purchaseOrderKey: string | null;
}

interface OpenedApproval {
  link: FoundLink;
  decider: Decider;
  approval: RequestedApproval;
}

/** Return the error if another approver was faster, which the holder of the link may know. */
const decidedAlready = (): AppError =>
  new AppError('ALREADY_DECIDED', 'This has been decided already. There is nothing left for you to do.');

async function deciderOf(pool: Pool, { userCompanyId, userId, entity }: FoundLink): Promise<Decider> {
  const { rows } = await pool.query<Decider>(DECIDER, [userCompanyId, userId, entity]);
  if (!rows[0]) throw linkInvalid();
  return rows[0];
}

/**
 * Read what a link decides, and for whom. Throws if its person was deactivated, has another role by now, or
 * no longer sees the company: a link never grants more than its person's current rights.
 */
async function open(
  { pool, now }: AppServices,
  entity: BusinessEntity,
  token: string,
): Promise<OpenedApproval> {
  const link = await peekLink(pool, { kind: 'ORDER_APPROVAL', entity, token, now: now() });
  const decider = await deciderOf(pool, link);
  const customer = !seesAllCompanies(decider.role);
  const values = [link.targetId, entity, customer, [...STAFF_ROLES]];
  const approval = (await pool.query<RequestedApproval>(APPROVAL, values)).rows[0];
  if (!approval || !hasCapability(decider.role, APPROVAL_KIND[approval.kind].capability)) throw linkInvalid();
  const companyScope = await visibleCompanies(pool, decider);
  if (companyScope !== 'all' && !companyScope.includes(approval.companyId)) throw linkInvalid();
  if (approval.status !== 'OPEN') throw decidedAlready();
  return { link, decider, approval };
}

/** Log attempts with invalid links without naming the owner. */
async function withRefusalLog<T>(
  services: AppServices,
  from: SignInRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'LINK_INVALID') {
      const target = { type: 'auth', id: 'ORDER_APPROVAL' };
      await logAccess(services.pool, { userId: null, companyId: null }, 'REFUSED', from, target);
    }
    throw error;
  }
}

const PurchaseOrderRequest = z.strictObject({ token: LinkToken });

const targetOf = ({ id }: RequestedApproval) => ({ type: 'OrderApproval', id });

/** Read what a link decides without using it up. */
function readApprovalByLink(
  services: AppServices,
  from: SignInRequest,
  token: string,
): Promise<ApprovalByLink> {
  return withRefusalLog(services, from, async () => {
    const { link, decider, approval } = await open(services, from.entity, token);
    await logAccess(services.pool, decider, 'OPEN_APPROVAL_LINK', from, targetOf(approval));
    return ApprovalByLink.parse({
      ...approval,
      submittedAt: approval.submittedAt?.toISOString() ?? null,
      ownOrder: approval.createdByUserId === decider.userId,
      deciderName: decider.name,
      expiresAt: link.expiresAt.toISOString(),
    });
  });
}

/** Send the purchase order that a link decides, as a download; only a clean file of this order is sent. */
const purchaseOrderRoute = streamRoute({
  method: calls.readPurchaseOrderByLink.method,
  path: calls.readPurchaseOrderByLink.path,
  access: calls.readPurchaseOrderByLink.access,
  handler: async ({ services, entity, body }, request, response) => {
    const { token } = parseInput(PurchaseOrderRequest, body ?? {});
    const from = readSignInRequest(request, entity);
    await countAttempt(services.pool, services.now(), limits({ from }));
    const { decider, approval } = await withRefusalLog(services, from, () =>
      open(services, from.entity, token),
    );
    const { purchaseOrderKey: key, purchaseOrderFile: title } = approval;
    if (key === null || title === null) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    await logAccess(services.pool, decider, 'OPEN_APPROVAL_LINK', from, targetOf(approval));
    const bytes = await fileStoreOf(services.env).read(key);
    response.setHeader('Content-Type', 'application/octet-stream');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.attachment('purchase-order');
    await pipeline(bytes, response);
  },
});

/**
 * Decide through a link, in the name and with the rights of its recipient; decision and use of the link are
 * one transaction.
 */
function decideByLink(
  services: AppServices,
  from: SignInRequest,
  { token, decision, reason }: DecisionByLink,
): Promise<void> {
  return withRefusalLog(services, from, async () => {
    const { decider, approval } = await open(services, from.entity, token);
    const { orderId } = approval;
    const args = { approvalId: approval.id, decision, reason };
    const actor = { ...decider, lab: labServing(services.env.LAB_SERVES, from.entity) };
    await executeOperation(engineOf(services), actor, decideApproval, args, {}, async (client) => {
      await spendLink(client, {
        kind: 'ORDER_APPROVAL',
        entity: from.entity,
        token,
        now: services.now(),
      });
      await logAccess(client, decider, 'DECIDE_BY_LINK', from, targetOf(approval));
      await notifyAboutOrder(client, services, decider, { orderId, operation: 'decided', reason });
    });
  });
}

const limits = ({ from }: { from: SignInRequest }) => [
  { key: `approval-link|${from.ip}`, limit: 60, minutes: 60 },
];

/**
 * Approvals through an email link, for people away from the portal. The session of the browser does not
 * matter.
 */
export const approvalLinkRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.readApprovalByLink, {
    limits,
    handler: ({ services, body, from }) => readApprovalByLink(services, from, body.token),
  }),
  describeStream(calls.readPurchaseOrderByLink, purchaseOrderRoute),
  serveAccountCall(calls.decideByLink, {
    limits,
    handler: ({ services, body, from }) => decideByLink(services, from, body),
  }),
];
