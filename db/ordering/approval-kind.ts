import { z } from 'zod';
import type { Role } from '#db/access/roles.ts';

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

/** The label of each kind, and the deciding roles; developers may do what any role may. */
export const APPROVAL_KIND: Record<ApprovalKind, { label: string; roles: readonly Role[] }> = {
  PURCHASE_ORDER: { label: 'Purchase order', roles: ['BILLING_MANAGER', 'ADMIN', 'DEVELOPER'] },
  DISCOUNT: { label: 'Discount', roles: ['SALES_LEADER', 'ADMIN', 'DEVELOPER'] },
  DISCOUNT_BILLING: { label: 'Large discount', roles: ['BILLING_MANAGER', 'ADMIN', 'DEVELOPER'] },
  REWORK: { label: 'Rework', roles: ['PROJECT_MANAGER', 'LAB_MANAGER', 'ADMIN', 'DEVELOPER'] },
  CREDIT_LIMIT: { label: 'Credit limit', roles: ['BILLING_MANAGER', 'ADMIN', 'DEVELOPER'] },
  COMPANY_MANAGER: {
    label: 'Manager’s approval',
    roles: ['COMPANY_MANAGER', 'INSTITUTION_MANAGER', 'CLINICAL_MANAGER', 'ADMIN', 'DEVELOPER'],
  },
};
