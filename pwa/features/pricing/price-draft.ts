import { z } from 'zod';
import { PriceForm } from '#db/billing/price-form.ts';
import { companyTypeOf, KINDS } from './price-rows.ts';
import { centsOf } from './typed-money.ts';

/** A price as form values. */
export interface PriceDraft extends Record<string, unknown> {
  protocolId: string;
  kind: string;
  minQuantity: string;
  amount: string;
  effectiveFrom: string;
  reason: string;
}

/** Parse the form values into a request. */
export const PriceDraftSchema = z.custom<PriceDraft>().transform((draft, context): PriceForm => {
  const kind = KINDS.find((one) => one === draft.kind);
  const parsed = PriceForm.safeParse({
    protocolId: draft.protocolId,
    companyType: kind ? companyTypeOf(kind) : draft.kind,
    minQuantity: draft.minQuantity === '' ? null : Number(draft.minQuantity),
    amount: centsOf(draft.amount),
    effectiveFrom: draft.effectiveFrom,
    reason: draft.reason,
  });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    context.addIssue({
      code: 'custom',
      path: path[0] === 'companyType' ? ['kind'] : path.slice(0, 1),
      message,
    });
  return z.NEVER;
});
