import { z } from 'zod';
import type { Capability } from '#db/access/capabilities.ts';

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
