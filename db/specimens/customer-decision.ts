import { z } from 'zod';
import { ALL_ACTIONS } from '#db/access/grants.ts';
import { isOneOf, type Role } from '#db/access/roles.ts';
import type { DiscrepancyResolution } from './discrepancy-resolution.ts';

/** What a customer may decide about a specimen that needs a decision (domain 6.6). */
export const CUSTOMER_DECISIONS = ['SEND_REPLACEMENT', 'PROCEED_AT_RISK', 'CANCEL'] as const;
export const CustomerDecision = z.enum(CUSTOMER_DECISIONS);
export type CustomerDecision = z.infer<typeof CustomerDecision>;

/** How a decision ends the discrepancies that led to it. */
export const DECIDED_AS = {
  SEND_REPLACEMENT: 'REPLACE',
  PROCEED_AT_RISK: 'PROCEED_AT_RISK',
  CANCEL: 'CANCELED',
} as const satisfies Record<CustomerDecision, DiscrepancyResolution>;

/** Customers who order decide about what they have sent. */
export const DECIDING_CUSTOMERS = [
  'COMPANY_MANAGER',
  'INSTITUTION_MANAGER',
  'COMPANY_USER',
  'INSTITUTION_USER',
  'CLINICIAN',
  'CLINICAL_MANAGER',
] as const satisfies readonly Role[];
/** They write down what the customer told them. */
const CUSTOMER_SERVICE_ROLES = ['CS_MANAGER', 'CS_REP', 'PROJECT_MANAGER'] as const satisfies readonly Role[];

/** May this role decide about specimens at all? */
export const mayDecide = (role: Role): boolean =>
  isOneOf(role, [...DECIDING_CUSTOMERS, ...CUSTOMER_SERVICE_ROLES, ...ALL_ACTIONS]);
