import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The state of a company's verification (domain 4.6). */
export const COMPANY_VERIFICATION_STATUSES = ['NOT_APPLICABLE', 'PENDING', 'APPROVED', 'REJECTED'] as const;
export const CompanyVerificationStatus = z.enum(COMPANY_VERIFICATION_STATUSES);
export type CompanyVerificationStatus = z.infer<typeof CompanyVerificationStatus>;

/** The screen text, order and tone of each status. */
export const COMPANY_VERIFICATION_STATUS: Record<CompanyVerificationStatus, StatusDisplay> = {
  NOT_APPLICABLE: { label: 'Not applicable', rank: 0, tone: 'quiet' },
  PENDING: { label: 'Pending', rank: 1, tone: 'warning' },
  APPROVED: { label: 'Approved', rank: 2, tone: 'good' },
  REJECTED: { label: 'Rejected', rank: 3, tone: 'bad' },
};
