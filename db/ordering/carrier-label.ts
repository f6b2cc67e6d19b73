import { z } from 'zod';
import { cents, date, text } from '#db/values/field-types.ts';

/** A label as bought from a carrier. */
export const CarrierLabel = z.strictObject({
  carrier: text,
  serviceLevel: text,
  trackingNumber: text.min(1),
  rateCost: cents,
  estimatedDelivery: date.nullable(),
});
export type CarrierLabel = z.infer<typeof CarrierLabel>;
