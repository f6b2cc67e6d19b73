import { z } from 'zod';
import { ALL_ACTIONS } from '#db/access/grants.ts';
import { isOneOf, type Role } from '#db/access/roles.ts';
import type { DiscrepancyResolution } from './discrepancy-resolution.ts';

/** The decisions of a customer about a specimen (domain 6.6). */
export const CUSTOMER_DECISIONS = ['SEND_REPLACEMENT', 'PROCEED_AT_RISK', 'CANCEL'] as const;
export const CustomerDecision = z.enum(CUSTOMER_DECISIONS);
export type CustomerDecision = z.infer<typeof CustomerDecision>;

/** The resolution that a decision gives to the discrepancies behind it. */
export const DECIDED_AS = {
  SEND_REPLACEMENT: 'REPLACE',
  PROCEED_AT_RISK: 'PROCEED_AT_RISK',
  CANCEL: 'CANCELED',
} as const satisfies Record<CustomerDecision, DiscrepancyResolution>;

/** Customers who order decide about their specimens. */
export const DECIDING_CUSTOMERS = [
  'COMPANY_MANAGER',
  'INSTITUTION_MANAGER',
  'COMPANY_USER',
  'INSTITUTION_USER',
  'CLINICIAN',
  'CLINICAL_MANAGER',
] as const satisfies readonly Role[];
/** Roles that record the decision for the customer. */
const CUSTOMER_SERVICE_ROLES = ['CS_MANAGER', 'CS_REP', 'PROJECT_MANAGER'] as const satisfies readonly Role[];

/** Check whether this role may decide about specimens. */
export const mayDecide = (role: Role): boolean =>
  isOneOf(role, [...DECIDING_CUSTOMERS, ...CUSTOMER_SERVICE_ROLES, ...ALL_ACTIONS]);
