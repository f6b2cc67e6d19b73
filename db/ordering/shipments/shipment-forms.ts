import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { ShipmentDirection } from './shipment-status.ts';

/** The carrier and tracking number that the sender chose. */
export const TrackingForm = z.strictObject({
  direction: ShipmentDirection.default('INBOUND'),
  carrier: orEmpty(oneLine('', 60)).default(null),
  trackingNumber: oneLine('Enter the tracking number.', 60),
});

/** Arguments of `save-tracking-number`. */
export const SaveTrackingNumberArgs = z.strictObject({
  orderId: Id,
  shipmentId: Id,
  ...TrackingForm.shape,
});

/** The label to void, by the number that the person was shown. */
export const SeenLabel = z.strictObject({ trackingNumber: z.string().min(1).max(100) });

/** Arguments of `void-shipping-label`. */
export const VoidShippingLabelArgs = z.strictObject({ shipmentId: Id, ...SeenLabel.shape });

/** The rate at which a label is bought. */
export const LabelOrder = z.strictObject({
  direction: ShipmentDirection,
  rateId: z.string().min(1).max(200),
});
