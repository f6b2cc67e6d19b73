import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** May the company order? A company on hold may not (domain 4.6). */
export const COMPANY_STATUSES = ['ACTIVE', 'ON_HOLD'] as const;
export const CompanyStatus = z.enum(COMPANY_STATUSES);
export type CompanyStatus = z.infer<typeof CompanyStatus>;

/** How each status is worded, ordered and toned. */
export const COMPANY_STATUS: Record<CompanyStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  ON_HOLD: { label: 'On hold', rank: 1, tone: 'warning' },
};
