import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** Whether the company may order; a company on hold may not (domain 4.6). */
export const COMPANY_STATUSES = ['ACTIVE', 'ON_HOLD'] as const;
export const CompanyStatus = z.enum(COMPANY_STATUSES);
export type CompanyStatus = z.infer<typeof CompanyStatus>;

/** The screen text, order and tone of each status. */
export const COMPANY_STATUS: Record<CompanyStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  ON_HOLD: { label: 'On hold', rank: 1, tone: 'warning' },
};
