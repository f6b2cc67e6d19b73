import { z } from 'zod';
import { KitCount } from '#db/ordering/shipments/collection-kits.ts';
import { ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { InternalReason, Reason } from '#db/values/reason.ts';
import { OVERRIDE_TO } from './order-actions.ts';

/** Arguments of an action without more than its order. */
export const OrderActionArgs = z.strictObject({ orderId: Id });

/** Arguments of an action that needs a reason, which the customer reads. */
export const OrderReasonArgs = z.strictObject({
  orderId: Id,
  reason: Reason,
  internalReason: InternalReason,
});

/** Arguments of `release-order`. */
export const ReleaseOrderArgs = z.strictObject({
  orderId: Id,
  reason: Reason.nullable().default(null),
  internalReason: InternalReason,
});

/** Arguments of `confirm-registration`. */
export const ConfirmRegistrationArgs = z.strictObject({
  orderId: Id,
  /** The total that the person was shown for these specimens. */
  seenTotal: z.int().min(0).nullable().default(null),
});

/** Arguments of `cancel-specimens`. */
export const CancelSpecimensArgs = z.strictObject({
  orderId: Id,
  specimenIds: z.array(Id).min(1).max(960),
  reason: Reason,
  internalReason: InternalReason,
});

/** Arguments of `mark-order-shipped`. */
export const MarkOrderShippedArgs = z.strictObject({
  orderId: Id,
  carrier: orEmpty(oneLine('', 60)).default(null),
  trackingNumber: orEmpty(oneLine('', 60)).default(null),
});

/** Arguments of `add-kits`. */
export const AddKitsArgs = z.strictObject({ orderId: Id, kitCount: KitCount });

/** Arguments of `override-order`. */
export const OverrideOrderArgs = z.strictObject({
  orderId: Id,
  status: z.enum(OVERRIDE_TO),
  reason: Reason,
  internalReason: InternalReason,
  /** The unfinished specimens that the person was shown; no others are ended. */
  unfinished: z.array(Id).max(960).nullable().default(null),
});

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

/** A service of a carrier, chosen at a price that the person was shown. */
export const LabelChoice = z.strictObject({
  carrier: z.string().min(1).max(100),
  service: z.string().min(1).max(100),
});

/** The rate at which a label is bought. */
export const LabelOrder = z.strictObject({
  direction: ShipmentDirection,
  rateId: z.string().min(1).max(200),
});
