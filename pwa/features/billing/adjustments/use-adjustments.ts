import { z } from 'zod';
import type { Family } from '#db/access/families.ts';
import { describeField } from '#db/values/field-types.ts';
import { useInvalidation } from '#pwa/api/use-call.ts';
import { centsOf } from '#pwa/features/billing/prices/price-rows.ts';

/** The families that show the price of an order, beside its adjustments. */
export const PRICE_FAMILIES: readonly Family[] = ['lab/orders'];

/** Return a function that reads all prices of orders again, because somebody else may have acted first. */
export function useReadPricesAgain(): () => void {
  const invalidate = useInvalidation();
  return () => void invalidate(['lab/price-adjustments', ...PRICE_FAMILIES]);
}

/** An amount as it is typed; the form that it becomes states its limits. */
export const AmountText = describeField(z.string(), { label: 'Amount', input: 'decimal', unit: 'USD' });
/** A reason that only the lab reads; the form that it becomes requires it. */
export const LabReason = describeField(z.string().max(1000), {
  label: 'Reason',
  hint: 'Not shown to customers.',
  input: 'area',
});

/** Parse typed values, one of them an amount of money, with the form of the server. */
export function parseAmountForm<Output>(
  form: z.ZodType<Output>,
  draft: Readonly<Record<string, unknown>>,
  amount: string,
  context: z.RefinementCtx,
): Output {
  const parsed = form.safeParse({ ...draft, [amount]: centsOf(String(draft[amount])) });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({ code: 'custom', path: path.slice(0, 1), message });
  return z.NEVER;
}
