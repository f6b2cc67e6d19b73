import { z } from 'zod';
import type { StatusDisplay } from '../values/tone.ts';

/** How far an e-mail has come. */
export const EMAIL_STATUSES = ['QUEUED', 'SENT', 'FAILED'] as const;
export const EmailStatus = z.enum(EMAIL_STATUSES);
export type EmailStatus = z.infer<typeof EmailStatus>;

/** How each status is worded, ordered and toned. */
export const EMAIL_STATUS: Record<EmailStatus, StatusDisplay> = {
  QUEUED: { label: 'Queued', rank: 0, tone: 'quiet' },
  SENT: { label: 'Sent', rank: 1, tone: 'good' },
  FAILED: { label: 'Failed', rank: 2, tone: 'bad' },
};
