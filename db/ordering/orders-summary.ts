import { z } from 'zod';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { ListedApproval } from './listed-approval.ts';
import { ListedOrder } from './listed-order.ts';
import { OrderStatus } from './order-status.ts';
import { OrdersOfWeek } from './orders-by-week.ts';

/** Orders with specimens that need a decision of the customer. */
const ActionNeeded = z.object({ id: z.string(), orderNumber: z.string(), specimens: z.number() });

/** The dashboard data of customers and of the offices. */
export const OrdersSummary = z.object({
  /** The number of orders of each status, without zeros. */
  orders: z.array(z.object({ status: OrderStatus, count: z.number() })),
  /** Specimens of orders that are neither drafts nor ended long ago; only for customers. */
  specimens: z.array(z.object({ status: SpecimenStatus, count: z.number() })),
  drafts: z.object({ total: z.number(), rows: z.array(ListedOrder) }),
  /** The approvals that the reader may decide now. */
  approvals: z.object({ total: z.number(), rows: z.array(ListedApproval) }),
  actionNeeded: z.array(ActionNeeded),
  /** Orders that were agreed before their specimens were known; only for customers, who register them. */
  toName: z.array(ListedOrder),
  recent: z.array(ListedOrder),
  weeks: z.array(OrdersOfWeek),
});
export type OrdersSummary = z.infer<typeof OrdersSummary>;
