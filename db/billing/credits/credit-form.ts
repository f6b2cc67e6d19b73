import { z } from 'zod';
import { Reason } from '#db/values/reason.ts';

/** A credit note with its refund, shared by the page and the rule. */
export const CreditForm = z.strictObject({
  amount: z.int().positive('Enter an amount above nothing.'),
  reason: Reason,
  /** The check or transfer that goes back now; null when it is given later. Cards need none. */
  reference: z.string().trim().min(1).max(200, 'Use at most 200 characters.').nullable().default(null),
  /** The amount back that the person was shown; another one is not refunded. */
  seenRefund: z.int().min(0).nullable().default(null),
});
export type CreditForm = z.infer<typeof CreditForm>;
