import { isOneOf, type Role, STAFF_ROLES } from './roles.ts';

/** Customers who answer for a medical group or a university see its locations and departments too. */
const SEE_CHILD_COMPANIES = [
  'COMPANY_MANAGER',
  'INSTITUTION_MANAGER',
  'CLINICAL_MANAGER',
  'CLINICAL_BILLING_MANAGER',
] as const satisfies readonly Role[];

/** Staff see the rows of every company of their business entity; customers those of their own company. */
export const seesAllCompanies = (role: Role): boolean => isOneOf(role, STAFF_ROLES);

/** May this role also see the companies below its own one? */
export const seesChildCompanies = (role: Role): boolean => isOneOf(role, SEE_CHILD_COMPANIES);
