import { z } from 'zod';
import { oneLine } from '#db/values/one-line.ts';

/** A campaign as it is entered; orders name it by its code, in capitals. */
export const CampaignForm = z.strictObject({
  code: oneLine('Campaign code is required', 40).transform((code) => code.toUpperCase()),
  name: oneLine('Name is required'),
});
export type CampaignForm = z.infer<typeof CampaignForm>;
