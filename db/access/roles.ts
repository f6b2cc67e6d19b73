import { z } from 'zod';

/** The 20 roles of the specification. */
export const ROLES = [
  'ADMIN',
  'BILLING_MANAGER',
  'COMPANY_MANAGER',
  'COMPANY_USER',
  'CS_MANAGER',
  'CS_REP',
  'DEVELOPER',
  'INSTITUTION_MANAGER',
  'INSTITUTION_USER',
  'LAB_MANAGER',
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  'LAB_TECH',
  'PROJECT_MANAGER',
  'RESEARCH_ASSISTANT',
  'SALES_LEADER',
  'SALES_REP',
  'CLINICIAN',
  'CLINICAL_BILLING_MANAGER',
  'CLINICAL_MANAGER',
] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** The 13 internal roles: the people of the lab and its offices (domain 0; the staff-operations list, D8). */
export const STAFF_ROLES = [
  'ADMIN',
  'BILLING_MANAGER',
  'CS_MANAGER',
  'CS_REP',
  'DEVELOPER',
  'LAB_MANAGER',
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  'LAB_TECH',
  'PROJECT_MANAGER',
  'RESEARCH_ASSISTANT',
  'SALES_LEADER',
  'SALES_REP',
] as const satisfies readonly Role[];

/** The 7 roles of customers. */
export const CUSTOMER_ROLES = [
  'COMPANY_MANAGER',
  'COMPANY_USER',
  'INSTITUTION_MANAGER',
  'INSTITUTION_USER',
  'CLINICIAN',
  'CLINICAL_BILLING_MANAGER',
  'CLINICAL_MANAGER',
] as const satisfies readonly Role[];

/** The roles of clinics, which the lab variant does not assign. */
export const CLINICAL_ROLES = [
  'CLINICIAN',
  'CLINICAL_BILLING_MANAGER',
  'CLINICAL_MANAGER',
] as const satisfies readonly Role[];

/** The roles that work at the bench (domain 0). */
export const BENCH_ROLES = [
  'LAB_MANAGER',
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  'LAB_TECH',
  'RESEARCH_ASSISTANT',
] as const satisfies readonly Role[];

/** They hold every grant, and every capability that is a right over the work of others. */
export const ADMINISTRATORS = ['ADMIN', 'DEVELOPER'] as const satisfies readonly Role[];

/** Return whether a role is in a list. */
export const isOneOf = (role: Role, list: readonly Role[]): boolean => list.includes(role);

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
