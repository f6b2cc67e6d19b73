import { z } from 'zod';
import { MAX_PRICE } from '#db/billing/prices/price-form.ts';
import { oneLine } from '#db/values/one-line.ts';

/** In whole cents; null when kits cost nothing. */
const KitFee = z
  .int('Enter an amount in dollars and cents.')
  .min(1, 'Enter an amount above zero, or nothing.')
  .max(MAX_PRICE, 'Enter at most $1,000,000.00.')
  .nullable();

/** The form of a campaign; orders use its code, in capitals. */
export const CampaignForm = z.strictObject({
  code: oneLine('Campaign code is required', 40).transform((code) => code.toUpperCase()),
  name: oneLine('Name is required'),
  kitFee: KitFee.default(null),
});
export type CampaignForm = z.infer<typeof CampaignForm>;

/** The fields of a campaign that can be changed afterwards. */
export const CampaignTerms = z.strictObject({ name: CampaignForm.shape.name, kitFee: KitFee });
