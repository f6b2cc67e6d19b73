import { z } from 'zod';
import { MAX_PRICE } from '#db/billing/prices/price-form.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';

const Cents = z
  .int('Enter an amount in dollars and cents.')
  .min(0, 'Enter an amount of zero or more.')
  .max(MAX_PRICE, 'Enter at most $1,000,000.00.');

/** The form of a price for chosen specimens, shared by the page and the rule. */
export const SalesPriceForm = z.strictObject({
  specimenIds: z.array(Id).min(1, 'Choose at least one specimen.').max(960),
  salesPrice: Cents,
  reason: Reason,
});

/** The form of the discount on each specimen of a draft, shared by the page and the rule. */
export const SpecimenDiscountForm = z.strictObject({ discountPerSpecimen: Cents, reason: Reason });

/** The decision about a proposed adjustment or project price; a rejection needs a reason. */
export const PriceDecision = z.strictObject({
  decision: z.enum(['APPROVED', 'REJECTED']),
  reason: Reason.nullable().default(null),
});
