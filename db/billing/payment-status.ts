import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The life cycle of a payment; only SUCCEEDED counts as paid. */
export const PAYMENT_STATUSES = ['PENDING', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELED'] as const;
export const PaymentStatus = z.enum(PAYMENT_STATUSES);
export type PaymentStatus = z.infer<typeof PaymentStatus>;

/** The labels of a received payment that does not count any more, by reason. */
const REVERSAL_DISPLAY: Readonly<Record<string, StatusDisplay>> = {
  bounced: { label: 'Bounced', rank: 3, tone: 'bad' },
  charge_disputed: { label: 'Disputed', rank: 3, tone: 'bad' },
  dispute_lost: { label: 'Dispute lost', rank: 3, tone: 'bad' },
};
const TAKEN_BACK: StatusDisplay = { label: 'Taken back', rank: 3, tone: 'quiet' };

/** The label, order and tone of each status. */
export const PAYMENT_STATUS: Record<PaymentStatus, StatusDisplay> = {
  PENDING: { label: 'Pending', rank: 0, tone: 'neutral' },
  PROCESSING: { label: 'Processing', rank: 1, tone: 'active' },
  SUCCEEDED: { label: 'Succeeded', rank: 2, tone: 'good' },
  FAILED: { label: 'Failed', rank: 3, tone: 'bad' },
  CANCELED: { label: 'Canceled', rank: 4, tone: 'quiet' },
};

/** Return the status label of one payment, precise about disputes and bounces. */
export function paymentDisplay({
  kind,
  status,
  failureCode,
}: {
  kind: string;
  status: PaymentStatus;
  failureCode: string | null;
}): StatusDisplay {
  if (status !== 'FAILED') return PAYMENT_STATUS[status];
  return kind === 'WRITE_OFF' ? TAKEN_BACK : (REVERSAL_DISPLAY[failureCode ?? ''] ?? PAYMENT_STATUS.FAILED);
}
