import { z } from 'zod';
import { pageOf } from '#db/api/page-of.ts';
import { cents, instant, text } from '#db/values/field-types.ts';
import { CARRIER_WORDS } from './carrier-status.ts';
import { ShipmentDirection } from './shipment-status.ts';

/** A carrier's price for a package. */
export const ShownRate = z.object({
  id: text,
  carrier: text,
  service: text,
  cost: cents,
  days: z.number().int().nullable(),
});
export type ShownRate = z.infer<typeof ShownRate>;
export const ShownRates = z.object({ rates: z.array(ShownRate) });

/** A carrier event of a package. */
export const ShownCarrierEvent = z.object({
  id: text,
  shipmentId: text,
  carrierStatus: text,
  message: text.nullable(),
  place: text.nullable(),
  toldAt: instant,
  moved: z.boolean(),
});
export type ShownCarrierEvent = z.infer<typeof ShownCarrierEvent>;

/** The shipping data of an order page besides the packages themselves. */
export const ShownShipping = z.object({
  events: z.array(ShownCarrierEvent),
  /** Ids of the packages whose label the reader may void. */
  voidable: z.array(text),
  /** The directions for which the reader may buy a label or enter a tracking number. */
  open: z.array(ShipmentDirection),
  /** Labels of a canceled order that the carrier does not take back, and why; only for the lab. */
  notTakenBack: z.array(z.object({ trackingNumber: text, problem: text })),
  /** False when the lab sells no labels. */
  sellsLabels: z.boolean(),
});
export type ShownShipping = z.infer<typeof ShownShipping>;

/** A shipment of the simulated carriers, for Dev Tools. */
export const ShownShipment = z.object({
  id: text,
  createdAt: instant,
  trackingNumber: text,
  carrier: text,
  service: text,
  reference: text,
  status: text,
  waiting: z.number().int(),
});
export type ShownShipment = z.infer<typeof ShownShipment>;

/** The query of the list of simulated shipments. */
export const SHIPMENT_LIST = {
  list: {
    sort: ['id', 'trackingNumber', 'reference', 'carrier', 'status', 'createdAt'],
    filter: ['status'],
  },
  extraValues: { status: CARRIER_WORDS },
} as const;

/** A page of simulated shipments. */
export const ShipmentPage = pageOf(ShownShipment);
export type ShipmentPage = z.infer<typeof ShipmentPage>;
