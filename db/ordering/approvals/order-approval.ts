import { z } from 'zod';
import type { Capability } from '#db/access/capabilities.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, json, longText, ref } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { Reason } from '#db/values/reason.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** Why an order waits for an approval (domain 6.4). */
export const APPROVAL_KINDS = [
  'PURCHASE_ORDER',
  'DISCOUNT',
  'DISCOUNT_BILLING',
  'REWORK',
  'CREDIT_LIMIT',
  'COMPANY_MANAGER',
] as const;
export const ApprovalKind = z.enum(APPROVAL_KINDS);
export type ApprovalKind = z.infer<typeof ApprovalKind>;

/** How each is worded, and who decides it; developers may do what any role may. */
export const APPROVAL_KIND: Record<ApprovalKind, { label: string; capability: Capability }> = {
  PURCHASE_ORDER: { label: 'Purchase order', capability: 'approvePurchaseOrders' },
  DISCOUNT: { label: 'Discount', capability: 'approveDiscounts' },
  DISCOUNT_BILLING: { label: 'Large discount', capability: 'approveLargeDiscounts' },
  REWORK: { label: 'Rework', capability: 'approveRework' },
  CREDIT_LIMIT: { label: 'Credit limit', capability: 'approveCreditLimits' },
  COMPANY_MANAGER: { label: 'Manager’s approval', capability: 'approveAsManager' },
};

/** An open approval is decided once; the others of an order are withdrawn when one returns or declines it. */
export const APPROVAL_STATUSES = ['OPEN', 'APPROVED', 'RETURNED', 'DECLINED', 'WITHDRAWN'] as const;
export const ApprovalStatus = z.enum(APPROVAL_STATUSES);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

/** The label, order and tone of each status. */
export const APPROVAL_STATUS: Record<ApprovalStatus, StatusDisplay> = {
  OPEN: { label: 'Open', rank: 0, tone: 'neutral' },
  APPROVED: { label: 'Approved', rank: 1, tone: 'good' },
  RETURNED: { label: 'Returned', rank: 2, tone: 'warning' },
  DECLINED: { label: 'Declined', rank: 3, tone: 'bad' },
  WITHDRAWN: { label: 'Withdrawn', rank: 4, tone: 'quiet' },
};

/** The possible decisions of an approver. */
const DECISIONS = ['APPROVED', 'RETURNED', 'DECLINED'] as const;

/** The decision of an approver; a return and a decline need a reason, which the customer reads. */
export const DecisionForm = z.strictObject({
  decision: z.enum(DECISIONS),
  reason: Reason.nullable().default(null),
  /** Words that only the lab reads. */
  internalReason: Reason.nullable().default(null),
});

/** One approval that an order needs before it is accepted, and its decision. */
export const orderApproval = defineEntity({
  name: 'OrderApproval',
  table: 'order_approval',
  schema: z.object({
    ...tenantFields,
    orderId: ref,
    kind: ApprovalKind,
    status: ApprovalStatus,
    decidedById: ref.nullable(),
    decidedAt: instant.nullable(),
    reason: longText.nullable(),
    /** The proposal, for the decider: amounts, percentages, the limit. */
    detail: json,
  }),
  list: {
    sort: ['createdAt', 'kind', 'status', 'decidedAt'],
    filter: ['orderId', 'kind', 'status'],
    search: [],
  },
  indexes: ['orderId', 'status'],
  replica: null,
});
export type OrderApproval = Row<typeof orderApproval>;

/** The allowed transitions: every decision is final; a new submission opens new approvals. */
export const APPROVAL_LIFECYCLE: Lifecycle<ApprovalStatus> = {
  OPEN: ['APPROVED', 'RETURNED', 'DECLINED', 'WITHDRAWN'],
  APPROVED: [],
  RETURNED: [],
  DECLINED: [],
  WITHDRAWN: [],
};

/** Refuse a change of an approval's status that the table does not list. */
export const assertApprovalTransition = (from: ApprovalStatus, to: ApprovalStatus): void =>
  assertListed(APPROVAL_LIFECYCLE, APPROVAL_STATUS, from, to);
