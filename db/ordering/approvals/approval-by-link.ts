import { z } from 'zod';
import { LinkToken } from '#db/identity/account-forms.ts';
import { OrderClassification } from '#db/ordering/orders/order-terms.ts';
import { ListedApproval } from './listed-approval.ts';
import { DecisionForm } from './order-approval.ts';

/** The data for the holder of an approval link: the order's essentials, no specimens or patients. */
export const ApprovalByLink = ListedApproval.pick({
  kind: true,
  detail: true,
  orderNumber: true,
  orderType: true,
  purchaseOrderNumber: true,
  total: true,
  companyName: true,
  serviceName: true,
  submittedByName: true,
  ownOrder: true,
}).extend({
  orderClassification: OrderClassification,
  specimenCount: z.number(),
  projectName: z.string().nullable(),
  /** The name of the uploaded purchase order; null without one. */
  purchaseOrderFile: z.string().nullable(),
  submittedAt: z.string().nullable(),
  /** The person who decides. */
  deciderName: z.string(),
  /** How long the link is valid. */
  expiresAt: z.string(),
});
export type ApprovalByLink = z.infer<typeof ApprovalByLink>;

/** The request of `POST /api/auth/approval/decide`. */
export const DecisionByLink = z.strictObject({
  token: LinkToken,
  ...DecisionForm.shape,
});
export type DecisionByLink = z.infer<typeof DecisionByLink>;
