import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { ShipmentTemperature } from '#db/ordering/orders/order-terms.ts';
import { cents, date, instant, int, ref, text } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { SHIPMENT_STATUS, ShipmentDirection, ShipmentStatus } from './shipment-status.ts';

/** One package: material to the lab, a kit to the customer, or material back. */
export const shipment = defineEntity({
  name: 'Shipment',
  table: 'shipment',
  schema: z.object({
    ...tenantFields,
    orderId: ref,
    direction: ShipmentDirection,
    status: ShipmentStatus,
    carrier: text.nullable(),
    serviceLevel: text.nullable(),
    trackingNumber: text.nullable(),
    labelUrl: text.nullable(),
    rateCost: cents.nullable(),
    packageCount: int.nullable(),
    /** The number of collection kits in it; null when it has all requested kits, or none. */
    kitCount: int.nullable(),
    temperature: ShipmentTemperature.nullable(),
    estimatedDelivery: date.nullable(),
    /** The status word of the carrier. */
    carrierStatus: text.nullable(),
    lastEventAt: instant.nullable(),
  }),
  indexes: ['orderId', 'trackingNumber'],
  replica: { embedded: [{ collection: 'orders', as: 'shipments', parentKey: 'orderId' }] },
});
export type Shipment = Row<typeof shipment>;

/** The allowed transitions (domain 4.6). The lab's receiving accepts a package from any status. */
export const SHIPMENT_LIFECYCLE: Lifecycle<ShipmentStatus> = {
  NOT_STARTED: ['PRE_TRANSIT', 'RECEIVED'],
  PRE_TRANSIT: ['IN_TRANSIT', 'RECEIVED', 'FAILED', 'RETURNED', 'NOT_STARTED'],
  IN_TRANSIT: ['RECEIVED', 'FAILED', 'RETURNED'],
  // Scans may resume after a failure; otherwise the package gets a new label.
  FAILED: ['PRE_TRANSIT', 'IN_TRANSIT', 'RECEIVED'],
  RETURNED: ['PRE_TRANSIT', 'RECEIVED'],
  RECEIVED: [],
};

/** Refuse a change of a shipment's status that the table does not list. */
export const assertShipmentTransition = (from: ShipmentStatus, to: ShipmentStatus): void =>
  assertListed(SHIPMENT_LIFECYCLE, SHIPMENT_STATUS, from, to);
