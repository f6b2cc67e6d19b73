import type { ClientBase, Pool } from 'pg';
import { primaryRolesWith, rolesWith } from '#db/access/capabilities.ts';
import { mayVisit } from '#db/access/paths.ts';
import { type Role, STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { APPROVAL_KIND, type ApprovalKind } from '#db/ordering/approvals/order-approval.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import type { PackageType } from '#db/ordering/orders/order-terms.ts';
import { resultsDueAt } from '#db/specimens/turnaround.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { createLink } from '#sync-server/auth/accounts/links.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { formatLongDate } from '#sync-server/integrations/mail/email-template.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { allOrFirstError } from '#sync-server/postgres/transaction.ts';
import { type OrderNotification, type OrderNotificationKind, renderOrderEmail } from './order-emails.ts';

/** A recipient of emails about an order, and the page they use. */
interface OrderReader {
  email: string;
  /** The order's page, which differs for customers and staff. */
  path: string;
  /** True if they are staff. */
  staff: boolean;
  /** True if they want an immediate email when the order is complete. */
  wantsCompletion: boolean;
}

// People who left the company, or never could see the order, get no email about it.
const PEOPLE = `
  SELECT DISTINCT ON (u.email) u.email, m.role = ANY ($2) AS staff, u.id = o.created_by_user_id AS ordered,
         m.company_id = o.company_id AND m.role = ANY ($3) AS manages,
         m.company_id = c.parent_company_id AND m.role = ANY ($3) AS "managesParent",
         coalesce(p.order_complete_email, true) AS "wantsCompletion"
    FROM "order" o JOIN company c ON c.id = o.company_id
    JOIN user_company m ON m.entity = o.entity AND NOT m.deactivated AND NOT m.deleted
     AND ((m.user_id = o.created_by_user_id AND (m.role = ANY ($2) OR m.company_id IN (c.id, c.parent_company_id)))
       OR (m.company_id IN (c.id, c.parent_company_id) AND m.role = ANY ($3)))
    JOIN "user" u ON u.id = m.user_id AND NOT u.deleted
    LEFT JOIN preference p ON p.user_id = u.id AND NOT p.deleted
   WHERE o.id = $1 ORDER BY u.email, manages DESC, "managesParent" DESC NULLS LAST, m.id LIMIT 50`;

interface Person {
  email: string;
  staff: boolean;
  ordered: boolean;
  manages: boolean;
  managesParent: boolean | null;
  wantsCompletion: boolean;
}

/**
 * Find the person who placed an order and the managers of its company, as of now. Staff cannot decide for the
 * customer, so the managers get the email too if staff placed the order or if the person has left.
 */
export async function findOrderRecipients(
  client: ClientBase | Pool,
  orderId: string,
): Promise<{ ordered: OrderReader[]; managers: OrderReader[] }> {
  const { rows } = await client.query<Person>(PEOPLE, [
    orderId,
    [...STAFF_ROLES],
    rolesWith('answerForCompany'),
  ]);
  const readers = (people: readonly Person[]): OrderReader[] =>
    people.map(({ email, staff, wantsCompletion }) => ({
      email,
      path: `${staff ? '/lab' : ''}/orders/${orderId}`,
      staff,
      wantsCompletion,
    }));
  const own = rows.filter(({ manages }) => manages);
  // Managers of the parent organization see the order too.
  const managers = readers(own.length > 0 ? own : rows.filter(({ managesParent }) => managesParent));
  const ordered = readers(rows.filter((one) => one.ordered));
  const customers = ordered.filter(({ staff }) => !staff);
  return { ordered: customers.length > 0 ? customers : [...ordered, ...managers], managers };
}

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

/** The operation that was done with an order. */
export type OrderOperation = 'submitted' | 'decided' | 'canceled' | 'closed';

const STATE = `
  SELECT o.status, coalesce(o.order_number, 'Draft, ' || s.name, 'Draft') AS "orderNumber", o.total::float8 AS total, o.company_id AS "companyId",
         o.package_type AS "packageType", o.kit_count AS "kitCount",
         p.target_turnaround_days AS "targetTurnaroundDays",
         c.name AS "companyName", coalesce(s.name, '') AS "serviceName",
         (SELECT count(*)::int FROM specimen sp
           WHERE sp.order_id = o.id AND NOT sp.deleted AND sp.status IN ('PENDING_APPROVAL', 'ORDERED')) AS "toSend"
    FROM "order" o JOIN company c ON c.id = o.company_id JOIN protocol p ON p.id = o.protocol_id
    LEFT JOIN service s ON s.protocol_id = o.protocol_id
   WHERE o.id = $1`;

interface State {
  status: OrderStatus;
  orderNumber: string;
  total: number;
  companyId: string;
  companyName: string;
  serviceName: string;
  packageType: PackageType;
  kitCount: number | null;
  targetTurnaroundDays: number;
  /** The number of specimens that the customer sends. */
  toSend: number;
}

/** Emails that tell how to send the specimens and when the results come. */
const WITH_PROMISE: readonly OrderNotificationKind[] = ['ORDER_CONFIRMATION', 'ORDER_APPROVED'];

/** Describe the shipment and the promised date; the clock of the results starts at the receipt. */
function promiseOf(
  state: State,
  { env, now }: Pick<AppServices, 'env' | 'now'>,
): Pick<OrderNotification, 'packing' | 'promise' | 'waitsFor'> {
  const { status, packageType, kitCount, toSend, targetTurnaroundDays: days } = state;
  const due = resultsDueAt({ receivedAt: now().toISOString() }, state);
  const dueText = due === null ? '' : formatLongDate(labDayOf(due, env.LAB_TIMEZONE));
  return {
    packing: toSend > 0 ? { packageType, specimenCount: toSend, kitCount } : null,
    promise:
      status === 'RECEIVED'
        ? `By ${dueText}`
        : `${days} days after we receive your specimens: ${dueText} if received today`,
    ...(status === 'PO_UNDER_REVIEW' ? { waitsFor: 'PURCHASE_ORDER' as const } : {}),
    ...(status === 'PENDING_APPROVAL' ? { waitsFor: 'APPROVAL' as const } : {}),
  };
}

/** Notifications to customers when an operation moves an order to a status. */
const NOTIFICATION_KINDS: Partial<Record<`${OrderOperation} ${OrderStatus}`, OrderNotificationKind>> = {
  'submitted ORDERED': 'ORDER_CONFIRMATION',
  'submitted ANTICIPATED': 'ORDER_CONFIRMATION',
  'submitted RECEIVED': 'ORDER_CONFIRMATION',
  'submitted PO_UNDER_REVIEW': 'ORDER_CONFIRMATION',
  'submitted PENDING_APPROVAL': 'ORDER_CONFIRMATION',
  'decided ORDERED': 'ORDER_APPROVED',
  'decided ANTICIPATED': 'ORDER_APPROVED',
  'decided RECEIVED': 'ORDER_APPROVED',
  'decided DRAFT': 'ORDER_RETURNED',
  'decided CANCELED': 'ORDER_CANCELED',
  'canceled CANCELED': 'ORDER_CANCELED',
  'closed COMPLETED': 'ORDER_COMPLETED',
};
const ONLY_CREATOR: readonly OrderNotificationKind[] = ['ORDER_APPROVED', 'ORDER_COMPLETED'];

/**
 * Notify the people concerned by an operation on an order, in its transaction, so that emails match committed
 * changes.
 */
export async function notifyAboutOrder(
  client: ClientBase,
  services: Pick<AppServices, 'env' | 'now'>,
  { entity }: Pick<Session, 'entity'>,
  {
    orderId,
    operation,
    reason = null,
  }: { orderId: string; operation: OrderOperation; reason?: string | null },
): Promise<void> {
  const [state] = (await client.query<State>(STATE, [orderId])).rows;
  if (!state) return;
  const send = async (kind: OrderNotificationKind, to: readonly OrderReader[]): Promise<void> => {
    const notification = {
      ...state,
      reason,
      onHand: state.status === 'RECEIVED',
      unnamed: state.status === 'ANTICIPATED',
      ...(WITH_PROMISE.includes(kind) ? promiseOf(state, services) : {}),
    };
    const data = { targetType: 'Order', targetId: orderId };
    const site = publicUrl(services.env, entity);
    const queued = to.map(({ email, path }) => {
      const orderEmail = renderOrderEmail(kind, entity, { ...notification, url: `${site}${path}` });
      return queueMail(client, { entity, kind, to: email, ...orderEmail, data });
    });
    await allOrFirstError(queued);
  };
  const kind = NOTIFICATION_KINDS[`${operation} ${state.status}`];
  if (kind) {
    const { ordered, managers } = await findOrderRecipients(client, orderId);
    const recipients = new Map(
      [...ordered, ...(ONLY_CREATOR.includes(kind) ? [] : managers)].map((one) => [one.email, one]),
    );
    await send(
      kind,
      [...recipients.values()].filter(({ wantsCompletion }) => kind !== 'ORDER_COMPLETED' || wantsCompletion),
    );
  }
  if (operation !== 'submitted') return;
  await requestApprovals(client, services, entity, { orderId, notification: { ...state, reason } });
}
