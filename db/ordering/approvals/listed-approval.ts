import { z } from 'zod';
import { pageOf } from '#db/api/page-of.ts';
import { OrderType } from '#db/ordering/orders/order-terms.ts';
import { orderApproval } from './order-approval.ts';

/** An approval of an order, with the facts for its decider. */
export const ListedApproval = orderApproval.schema.extend({
  orderNumber: z.string(),
  orderType: OrderType,
  purchaseOrderNumber: z.string().nullable(),
  total: z.number(),
  companyName: z.string(),
  serviceName: z.string(),
  submittedByName: z.string().nullable(),
  /** Whether the reader may decide it now. */
  mine: z.boolean(),
  /** Whether the reader entered the order; another person has to approve it then. */
  ownOrder: z.boolean(),
});
export type ListedApproval = z.infer<typeof ListedApproval>;

/** A page of approvals. */
export const ApprovalPage = pageOf(ListedApproval);
export type ApprovalPage = z.infer<typeof ApprovalPage>;
