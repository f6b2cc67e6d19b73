import { z } from 'zod';
import { PriceForm } from '#db/billing/price-form.ts';
import { companyTypeOf, KINDS } from './price-rows.ts';

/** A price as it stands in the inputs. */
export interface PriceDraft extends Record<string, unknown> {
  protocolId: string;
  kind: string;
  minQuantity: string;
  amount: string;
  effectiveFrom: string;
  reason: string;
}

/** Dollars as they are typed, in whole cents; nothing when they are none. */
function cents(text: string): number | null {
  const [, dollars = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}

/** Reads the inputs as the server wants them. */
export const PriceDraftSchema = z.custom<PriceDraft>().transform((draft, context): PriceForm => {
  const kind = KINDS.find((one) => one === draft.kind);
  const parsed = PriceForm.safeParse({
    protocolId: draft.protocolId,
    companyType: kind ? companyTypeOf(kind) : draft.kind,
    minQuantity: draft.minQuantity === '' ? null : Number(draft.minQuantity),
    amount: cents(draft.amount),
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
