import type { ClientBase } from 'pg';
import type { OrderStatus } from '#db/ordering/order-status.ts';
import { MANAGER_ROLES } from '#db/organizations/company-lifecycle.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { inOnePacket, inOrder } from '#sync-server/postgres/one-packet.ts';
import { askApprovers } from './ask-approvers.ts';
import { type OrderNewsKind, orderLetter } from './order-letters.ts';

/** What was done with an order. */
export type OrderAct = 'submitted' | 'decided' | 'canceled' | 'closed';

const STATE = `
  SELECT o.status, o.order_number AS "orderNumber", o.total::float8 AS total, o.company_id AS "companyId",
         c.name AS "companyName", coalesce(s.name, '') AS "serviceName", u.email AS creator,
         coalesce(p.order_complete_email, true) AS "wantsCompletion"
    FROM "order" o JOIN company c ON c.id = o.company_id
    LEFT JOIN service s ON s.protocol_id = o.protocol_id
    LEFT JOIN "user" u ON u.id = o.created_by_user_id
    LEFT JOIN preference p ON p.user_id = u.id
   WHERE o.id = $1`;
const WITH_ROLES = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role = ANY ($2) AND ($3::text IS NULL OR uc.company_id = $3)
     AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted ORDER BY u.email LIMIT 50`;

interface State {
  status: OrderStatus;
  orderNumber: string;
  total: number;
  companyId: string;
  companyName: string;
  serviceName: string;
  creator: string | null;
  wantsCompletion: boolean;
}

/** What customers are told when an order comes to a status by an act. */
const TOLD: Partial<Record<`${OrderAct} ${OrderStatus}`, OrderNewsKind>> = {
  'submitted ORDERED': 'ORDER_CONFIRMATION',
  'submitted ANTICIPATED': 'ORDER_CONFIRMATION',
  'submitted RECEIVED': 'ORDER_CONFIRMATION',
  'decided ORDERED': 'ORDER_APPROVED',
  'decided ANTICIPATED': 'ORDER_APPROVED',
  'decided RECEIVED': 'ORDER_APPROVED',
  'decided DRAFT': 'ORDER_RETURNED',
  'decided CANCELED': 'ORDER_CANCELED',
  'canceled CANCELED': 'ORDER_CANCELED',
  'closed COMPLETED': 'ORDER_COMPLETED',
};
const ONLY_CREATOR: readonly OrderNewsKind[] = ['ORDER_APPROVED', 'ORDER_COMPLETED'];

/** Writes to those whom an act on an order concerns, in the act's transaction: they hear of what is kept, and only then. */
export async function tellAboutOrder(
  client: ClientBase,
  services: Pick<AppServices, 'env' | 'now'>,
  { entity }: Pick<Session, 'entity'>,
  { orderId, act, reason = null }: { orderId: string; act: OrderAct; reason?: string | null },
): Promise<void> {
  const [state] = (await client.query<State>(STATE, [orderId])).rows;
  if (!state) return;
  const people = async (roles: readonly string[], companyId: string | null): Promise<string[]> => {
    const { rows } = await client.query<{ email: string }>(WITH_ROLES, [entity, [...roles], companyId]);
    return rows.map(({ email }) => email);
  };
  const send = async (kind: OrderNewsKind, to: readonly string[], path: string): Promise<void> => {
    const letter = orderLetter(kind, entity, {
      ...state,
      reason,
      onHand: state.status === 'RECEIVED',
      unnamed: state.status === 'ANTICIPATED',
      url: `${publicUrl(services.env, entity)}${path}`,
    });
    const data = { targetType: 'Order', targetId: orderId };
    const queued = inOnePacket(client, () =>
      [...new Set(to)].map((address) => queueMail(client, { entity, kind, to: address, ...letter, data })),
    );
    await inOrder(queued);
  };
  const kind = TOLD[`${act} ${state.status}`];
  if (kind && (kind !== 'ORDER_COMPLETED' || state.wantsCompletion)) {
    const managers = ONLY_CREATOR.includes(kind) ? [] : await people(MANAGER_ROLES, state.companyId);
    await send(kind, [...(state.creator ? [state.creator] : []), ...managers], `/orders/${orderId}`);
  }
  if (act !== 'submitted') return;
  await askApprovers(client, services, entity, { orderId, news: { ...state, reason } });
}
