import { z } from 'zod';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { ListedApproval } from './listed-approval.ts';
import { ListedOrder } from './listed-order.ts';
import { OrderStatus } from './order-status.ts';
import { OrdersOfWeek } from './orders-by-week.ts';

/** Orders with specimens about which the customer has to decide. */
const ActionNeeded = z.object({ id: z.string(), orderNumber: z.string(), specimens: z.number() });

/** What the dashboard of customers and of the offices shows. */
export const OrdersSummary = z.object({
  /** Orders of each status that there are any of. */
  orders: z.array(z.object({ status: OrderStatus, count: z.number() })),
  /** Specimens of orders that are neither drafts nor ended long ago; only for customers. */
  specimens: z.array(z.object({ status: SpecimenStatus, count: z.number() })),
  drafts: z.object({ total: z.number(), rows: z.array(ListedOrder) }),
  /** What the reader may decide now. */
  approvals: z.object({ total: z.number(), rows: z.array(ListedApproval) }),
  actionNeeded: z.array(ActionNeeded),
  /** Orders that were agreed before their specimens were known; only for customers, who enter them. */
  toName: z.array(ListedOrder),
  recent: z.array(ListedOrder),
  weeks: z.array(OrdersOfWeek),
});
export type OrdersSummary = z.infer<typeof OrdersSummary>;
