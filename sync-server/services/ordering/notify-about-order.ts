import type { ClientBase } from 'pg';
import type { OrderStatus } from '#db/ordering/order-status.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { allOrFirstError, pipelined } from '#sync-server/postgres/pipelined.ts';
import { type OrderNotificationKind, renderOrderEmail } from './order-emails.ts';
import { findOrderRecipients, type OrderReader } from './order-recipients.ts';
import { requestApprovals } from './request-approvals.ts';

/** The operation that was done with an order. */
export type OrderOperation = 'submitted' | 'decided' | 'canceled' | 'closed';

const STATE = `
  SELECT o.status, o.order_number AS "orderNumber", o.total::float8 AS total, o.company_id AS "companyId",
         c.name AS "companyName", coalesce(s.name, '') AS "serviceName"
    FROM "order" o JOIN company c ON c.id = o.company_id
    LEFT JOIN service s ON s.protocol_id = o.protocol_id
   WHERE o.id = $1`;

interface State {
  status: OrderStatus;
  orderNumber: string;
  total: number;
  companyId: string;
  companyName: string;
  serviceName: string;
}

/** Notifications to customers when an operation moves an order to a status. */
const NOTIFICATION_KINDS: Partial<Record<`${OrderOperation} ${OrderStatus}`, OrderNotificationKind>> = {
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
    };
    const data = { targetType: 'Order', targetId: orderId };
    const site = publicUrl(services.env, entity);
    const queued = pipelined(client, () =>
      to.map(({ email, path }) => {
        const orderEmail = renderOrderEmail(kind, entity, { ...notification, url: `${site}${path}` });
        return queueMail(client, { entity, kind, to: email, ...orderEmail, data });
      }),
    );
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
