import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { cents, date, instant, int, ref, text } from '#db/values/field-types.ts';
import { ShipmentDirection } from './shipment-direction.ts';
import { ShipmentStatus } from './shipment-status.ts';
import { ShipmentTemperature } from './shipment-temperature.ts';

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
  create: [
    'orderId',
    'direction',
    'carrier',
    'serviceLevel',
    'trackingNumber',
    'packageCount',
    'temperature',
  ],
  update: ['carrier', 'serviceLevel', 'trackingNumber', 'packageCount', 'temperature', 'estimatedDelivery'],
  list: {
    sort: ['createdAt', 'status'],
    filter: ['orderId', 'direction', 'status'],
    search: ['trackingNumber'],
  },
  indexes: ['orderId', 'trackingNumber'],
  replica: { embedded: [{ collection: 'orders', as: 'shipments', parentKey: 'orderId' }] },
});
export type Shipment = Row<typeof shipment>;
