import { z } from 'zod';
import type { StatusDisplay } from '../values/tone.ts';

/** The delivery status of an email. */
export const EMAIL_STATUSES = ['QUEUED', 'SENT', 'FAILED'] as const;
export const EmailStatus = z.enum(EMAIL_STATUSES);
export type EmailStatus = z.infer<typeof EmailStatus>;

/** The screen text, order and tone of each status. */
export const EMAIL_STATUS: Record<EmailStatus, StatusDisplay> = {
  QUEUED: { label: 'Queued', rank: 0, tone: 'quiet' },
  SENT: { label: 'Sent', rank: 1, tone: 'good' },
  FAILED: { label: 'Failed', rank: 2, tone: 'bad' },
};
