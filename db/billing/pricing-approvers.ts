import { isOneOf, type Role } from '#db/access/roles.ts';

/** The roles that approve a price below the list up to the limit (D6). */
export const PRICING_APPROVERS = ['SALES_LEADER', 'ADMIN', 'DEVELOPER'] as const satisfies readonly Role[];
/** The roles that must also approve above the limit. */
export const LARGE_PRICING_APPROVERS = [
  'BILLING_MANAGER',
  'ADMIN',
  'DEVELOPER',
] as const satisfies readonly Role[];
/** The roles that add a fee without approval. */
const FEE_ROLES = [
  'BILLING_MANAGER',
  'PROJECT_MANAGER',
  'SALES_LEADER',
  'ADMIN',
  'DEVELOPER',
] as const satisfies readonly Role[];

export const addsFees = (role: Role): boolean => isOneOf(role, FEE_ROLES);
