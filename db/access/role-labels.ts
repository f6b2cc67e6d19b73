import { CUSTOMER_ROLES, isOneOf, type Role } from './roles.ts';

interface Label {
  /** The role labels for staff, with the kind of customer. */
  verbose: string;
  /** The role labels among customers. */
  short: string;
}

const same = (label: string): Label => ({ verbose: label, short: label });

/** The role labels on screens (specification 6). */
export const ROLE_LABELS: Record<Role, Label> = {
  ADMIN: same('Administrator'),
  BILLING_MANAGER: same('Billing Manager'),
  COMPANY_MANAGER: { verbose: 'Company Admin', short: 'Admin' },
  COMPANY_USER: { verbose: 'Company Member', short: 'Member' },
  CS_MANAGER: same('Customer Service Manager'),
  CS_REP: same('Customer Service Representative'),
  DEVELOPER: same('Developer'),
  INSTITUTION_MANAGER: { verbose: 'Institution Admin', short: 'Admin' },
  INSTITUTION_USER: { verbose: 'Institution Member', short: 'Member' },
  LAB_MANAGER: same('Lab Manager'),
  LAB_CLINICAL_DIRECTOR: same('Lab Clinical Director'),
  LAB_RESEARCH_DIRECTOR: same('Lab Research Director'),
  LAB_TECH: same('Lab Tech'),
  PROJECT_MANAGER: same('Project Manager'),
  RESEARCH_ASSISTANT: same('Research Assistant'),
  SALES_LEADER: same('Sales Leader'),
  SALES_REP: same('Sales Rep'),
  CLINICIAN: same('Clinician'),
  CLINICAL_BILLING_MANAGER: { verbose: 'Clinical Billing Manager', short: 'Billing Manager' },
  CLINICAL_MANAGER: same('Clinical Manager'),
};

/** Return the label of a role for a viewer: short for customers, verbose for staff. */
export const roleLabel = (role: Role, viewer: Role | null): string =>
  viewer && isOneOf(viewer, CUSTOMER_ROLES) ? ROLE_LABELS[role].short : ROLE_LABELS[role].verbose;
