import { z } from 'zod';
import { MAX_PRICE } from '#db/billing/price-form.ts';
import { oneLine } from '#db/values/one-line.ts';

/** In whole cents; null where kits cost nothing. */
const KitFee = z
  .int('Enter an amount in dollars and cents.')
  .min(1, 'Enter an amount above zero, or nothing.')
  .max(MAX_PRICE, 'Enter at most $1,000,000.00.')
  .nullable();

/** A campaign as it is entered; orders name it by its code, in capitals. */
export const CampaignForm = z.strictObject({
  code: oneLine('Campaign code is required', 40).transform((code) => code.toUpperCase()),
  name: oneLine('Name is required'),
  kitFee: KitFee.default(null),
});
export type CampaignForm = z.infer<typeof CampaignForm>;

/** What of a campaign can be changed afterwards. */
export const CampaignTerms = z.strictObject({ name: CampaignForm.shape.name, kitFee: KitFee });
