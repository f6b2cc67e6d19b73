import { z } from 'zod';
import { oneLine } from '#db/values/one-line.ts';
import { MAX_PRICE } from './price-form.ts';

const LabelAndReason = {
  label: oneLine('Say what it is for, as it will stand on the invoice.', 100),
  reason: oneLine('Reason is required', 500),
};
const Amount = z
  .int('Enter an amount in dollars and cents.')
  .min(1, 'Enter an amount above zero.')
  .max(MAX_PRICE, 'Enter at most $1,000,000.00.');

/** A proposed discount or fee. */
export const AdjustmentForm = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('DISCOUNT_PERCENT'),
    percentBps: z
      .int('Enter a percentage.')
      .min(1, 'Enter a percentage above zero.')
      .max(10_000, 'Enter at most 100%.'),
    ...LabelAndReason,
  }),
  z.strictObject({ type: z.literal('DISCOUNT_FIXED'), amount: Amount, ...LabelAndReason }),
  z.strictObject({ type: z.literal('FEE'), amount: Amount, ...LabelAndReason }),
]);
export type AdjustmentForm = z.infer<typeof AdjustmentForm>;
