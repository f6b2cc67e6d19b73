import { isOneOf, type Role, STAFF_ROLES } from './roles.ts';

/** The customer roles that also see the locations and departments of their medical group or university. */
const SEE_CHILD_COMPANIES = [
  'COMPANY_MANAGER',
  'INSTITUTION_MANAGER',
  'CLINICAL_MANAGER',
  'CLINICAL_BILLING_MANAGER',
] as const satisfies readonly Role[];

/**
 * Return the companies whose rows a person sees: for staff all of their business entity, for customers their
 * own.
 */
export const seesAllCompanies = (role: Role): boolean => isOneOf(role, STAFF_ROLES);

/** Return whether a role also sees the companies below its own. */
export const seesChildCompanies = (role: Role): boolean => isOneOf(role, SEE_CHILD_COMPANIES);
