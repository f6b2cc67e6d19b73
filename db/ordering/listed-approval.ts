import { z } from 'zod';
import { orderApproval } from './order-approval.ts';
import { OrderType } from './order-type.ts';

/** A rule that an order waits for, with what the one who decides it needs to know. */
export const ListedApproval = orderApproval.schema.extend({
  orderNumber: z.string(),
  orderType: OrderType,
  purchaseOrderNumber: z.string().nullable(),
  total: z.number(),
  companyName: z.string(),
  serviceName: z.string(),
  submittedByName: z.string().nullable(),
  /** May the reader decide it now? */
  mine: z.boolean(),
  /** Did the reader enter the order? Somebody else has to approve it then. */
  ownOrder: z.boolean(),
});
export type ListedApproval = z.infer<typeof ListedApproval>;

/** A page of approvals. */
export const ApprovalPage = z.object({
  rows: z.array(ListedApproval),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
export type ApprovalPage = z.infer<typeof ApprovalPage>;
