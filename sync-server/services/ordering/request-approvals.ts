import type { ClientBase } from 'pg';
import { primaryRolesWith } from '#db/access/capabilities.ts';
import { mayVisit } from '#db/access/paths.ts';
import type { Role } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { APPROVAL_KIND, type ApprovalKind } from '#db/ordering/approval-kind.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { createLink } from '#sync-server/auth/links.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { type OrderNotification, renderOrderEmail } from './order-emails.ts';

const OPEN = `SELECT id, kind FROM order_approval WHERE order_id = $1 AND status = 'OPEN' AND NOT deleted ORDER BY kind`;
// One email per address, also for an approver with two memberships.
const DECIDERS = `
  SELECT DISTINCT ON (u.email) u.email, u.id AS "userId", uc.id AS "userCompanyId", uc.role
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role = ANY ($2) AND ($3::text IS NULL OR uc.company_id = $3)
     AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted ORDER BY u.email, uc.id LIMIT 50`;

interface Decider {
  email: string;
  userId: string;
  userCompanyId: string;
  role: Role;
}

/**
 * Return the page where an approver decides: the list of approvals, or the order itself for roles without
 * that list.
 */
function portalUrl(env: AppServices['env'], entity: BusinessEntity, role: Role, orderId: string): string {
  if (!seesAllCompanies(role)) return `/orders/${orderId}`;
  return mayVisit(env.SITE_VARIANT[entity], role, '/approvals') ? '/approvals' : `/lab/orders/${orderId}`;
}

/**
 * Ask all approvers of an order's pending rule. Each email has its own link, which decides this one rule in
 * the name of its recipient.
 */
export async function requestApprovals(
  client: ClientBase,
  { env, now }: Pick<AppServices, 'env' | 'now'>,
  entity: BusinessEntity,
  {
    orderId,
    notification,
  }: { orderId: string; notification: Omit<OrderNotification, 'url' | 'page'> & { companyId: string } },
): Promise<void> {
  const open = await client.query<{ id: string; kind: ApprovalKind }>(OPEN, [orderId]);
  for (const { id: targetId, kind: approvalKind } of open.rows) {
    const roles = primaryRolesWith(APPROVAL_KIND[approvalKind].capability);
    const own = approvalKind === 'COMPANY_MANAGER';
    const kind = approvalKind === 'PURCHASE_ORDER' ? 'PO_REVIEW_NEEDED' : 'APPROVAL_NEEDED';
    const deciders = await client.query<Decider>(DECIDERS, [
      entity,
      roles,
      own ? notification.companyId : null,
    ]);
    for (const { role, ...decider } of deciders.rows) {
      const link = { kind: 'ORDER_APPROVAL', entity, targetId, ...decider } as const;
      const url = await createLink(client, env, link, now());
      const page = `${publicUrl(env, entity)}${portalUrl(env, entity, role, orderId)}`;
      const email = renderOrderEmail(kind, entity, {
        ...notification,
        approvalLabel: APPROVAL_KIND[approvalKind].label,
        url,
        page,
      });
      const data = { targetType: 'Order', targetId: orderId };
      await queueMail(client, { entity, kind, to: decider.email, ...email, data });
    }
  }
}
