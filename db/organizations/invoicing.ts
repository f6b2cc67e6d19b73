import { z } from 'zod';
import { Reason } from '#db/values/reason.ts';
import { CompanyVerificationStatus } from './company-verification-status.ts';

/** The answer of billing to an organization that asked for invoicing. */
export const InvoicingAnswer = z.strictObject({
  allow: z.boolean(),
  reason: Reason.nullable().default(null),
});

/** An organization that waits for the answer. */
export const InvoicingRequest = z.object({
  companyId: z.string(),
  companyName: z.string(),
  since: z.string(),
});
export type InvoicingRequest = z.infer<typeof InvoicingRequest>;

/** What an organization and its member need before they can order. */
export const Readiness = z.object({
  emailVerified: z.boolean(),
  verificationStatus: CompanyVerificationStatus,
  isOnHold: z.boolean(),
  /** Whether the organization may pay by card here. */
  paysByCard: z.boolean(),
  /** Whether the organization may order by purchase order and pay the invoice. */
  paysByInvoice: z.boolean(),
  invoicing: z.enum(['NOT_REQUESTED', 'REQUESTED', 'DECLINED', 'ALLOWED']),
  declinedReason: z.string().nullable(),
});
export type Readiness = z.infer<typeof Readiness>;
