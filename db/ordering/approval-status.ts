import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** An open approval is decided once; the others of an order are withdrawn when one returns or declines it. */
export const APPROVAL_STATUSES = ['OPEN', 'APPROVED', 'RETURNED', 'DECLINED', 'WITHDRAWN'] as const;
export const ApprovalStatus = z.enum(APPROVAL_STATUSES);
export type ApprovalStatus = z.infer<typeof ApprovalStatus>;

/** The label, order and tone of each status. */
export const APPROVAL_STATUS: Record<ApprovalStatus, StatusDisplay> = {
  OPEN: { label: 'Open', rank: 0, tone: 'neutral' },
  APPROVED: { label: 'Approved', rank: 1, tone: 'good' },
  RETURNED: { label: 'Returned', rank: 2, tone: 'warning' },
  DECLINED: { label: 'Declined', rank: 3, tone: 'bad' },
  WITHDRAWN: { label: 'Withdrawn', rank: 4, tone: 'quiet' },
};
