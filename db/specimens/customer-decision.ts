import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
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

/** May this role decide about specimens at all? */
export const mayDecide = (role: Role): boolean => hasCapability(role, 'decideOnSpecimens');
