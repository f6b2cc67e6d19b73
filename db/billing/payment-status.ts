import { z } from 'zod';
import type { StatusLook } from '#db/values/tone.ts';

/** Life of a payment; only what succeeded counts as paid. */
export const PAYMENT_STATUSES = ['PENDING', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED'] as const;
export const PaymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** How each status is worded, ordered and toned. */
export const PAYMENT_STATUS: Record<PaymentStatus, StatusLook> = {
  PENDING: { label: 'Pending', rank: 0, tone: 'neutral' },
  PROCESSING: { label: 'Processing', rank: 1, tone: 'active' },
  SUCCEEDED: { label: 'Succeeded', rank: 2, tone: 'good' },
  FAILED: { label: 'Failed', rank: 3, tone: 'bad' },
  CANCELED: { label: 'Canceled', rank: 4, tone: 'quiet' },
};
