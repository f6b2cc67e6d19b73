import { z } from 'zod';
import { AdjustmentForm } from '#db/billing/adjustment-form.ts';
import { type AdjustmentRow, orderTotals } from '#db/billing/order-totals.ts';
import { bpsOf, centsOf } from '../typed-money.ts';

/** A discount or fee as form values. */
export interface AdjustmentDraft extends Record<string, unknown> {
  type: string;
  percent: string;
  amount: string;
  label: string;
  reason: string;
}
export const NO_ADJUSTMENT: AdjustmentDraft = {
  type: 'DISCOUNT_PERCENT',
  percent: '',
  amount: '',
  label: '',
  reason: '',
};

const sizeOf = ({ type, percent, amount }: AdjustmentDraft) =>
  type === 'DISCOUNT_PERCENT' ? { percentBps: bpsOf(percent) } : { amount: centsOf(amount) };

/** Parse the form values into a request. */
export const AdjustmentDraftSchema = z
  .custom<AdjustmentDraft>()
  .transform((draft, context): AdjustmentForm => {
    const { type, label, reason } = draft;
    const parsed = AdjustmentForm.safeParse({ type, label, reason, ...sizeOf(draft) });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      context.addIssue({
        code: 'custom',
        path: path[0] === 'percentBps' ? ['percent'] : path.slice(0, 1),
        message,
      });
    return z.NEVER;
  });

/** Compute the order total if the input were approved; null without a valid amount. */
export function totalWith(
  subtotal: number,
  rows: readonly AdjustmentRow[],
  draft: AdjustmentDraft,
): number | null {
  // The calculation does not need the texts.
  const parsed = AdjustmentDraftSchema.safeParse({ ...draft, label: '-', reason: '-' });
  if (!parsed.success) return null;
  const requested = { percentBps: null, amount: null, ...parsed.data };
  const order = Math.max(0, ...rows.map((row) => row.order)) + 1;
  const added: AdjustmentRow = { ...requested, id: 'asked', order, status: 'APPROVED', deleted: false };
  return orderTotals([subtotal], [...rows, added]).total;
}
