import { z } from 'zod';
import type { Order } from '#db/ordering/orders/order.ts';
import { missingParts } from '#db/ordering/orders/order-address.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { SHIPMENT_TEMPERATURE } from '#db/ordering/orders/order-terms.ts';
import type { ShipmentStatus } from './shipment-status.ts';

/** More than one kit for each specimen of the largest order is a mistake. */
export const MAX_KITS = 960;
const KITS_PER_BOX = 24;

/** Statuses of orders to which kits are sent: accepted, and not ended. */
export const KIT_ORDER_STATUSES: readonly OrderStatus[] = [
  'ANTICIPATED',
  'ORDERED',
  'SHIPPED',
  'RECEIVED',
  'QUARANTINED',
  'PROCESSING',
];

/** Shipment statuses in which the lab still has to send the kits, for the first time or again. */
export const WAITING_KIT_STATUSES: readonly ShipmentStatus[] = ['NOT_STARTED', 'FAILED', 'RETURNED'];

/** An entered number of kits. */
export const KitCount = z
  .int('Enter a whole number.')
  .min(1, 'Enter a number above zero, or nothing.')
  .max(MAX_KITS, `No more than ${MAX_KITS} kits.`);

/**
 * Return why no more kits can be sent with an order now; null when they can. The status of the order is
 * checked separately.
 */
export function moreKitsProblem(
  { orderType, shippingAddress }: Pick<Order, 'orderType' | 'shippingAddress'>,
  shipments: readonly { status: ShipmentStatus }[],
): string | null {
  if (orderType !== 'CAMPAIGN') return 'Collection kits are sent with orders of a campaign only.';
  if (missingParts(shippingAddress).length > 0)
    return 'This order has no complete shipping address that kits could be sent to.';
  return shipments.some(({ status }) => status === 'PRE_TRANSIT')
    ? 'The kits before are packed already. Add more when the carrier has them, or void their label first.'
    : null;
}

/** Return the number of boxes for a number of kits. */
export const kitBoxes = (kits: number): number => Math.max(1, Math.ceil(kits / KITS_PER_BOX));

/** Return the weight of one box, with its coolant. */
export const kitGrams = (kits: number): number => 400 + 60 * Math.min(kits, KITS_PER_BOX);

/** Return the number of kits in words. */
export const kitsText = (kits: number): string =>
  kits === 1 ? '1 collection kit' : `${kits} collection kits`;

/** Return the number of added kits in words. */
export const moreKitsText = (kits: number): string =>
  kits === 1 ? '1 more collection kit' : `${kits} more collection kits`;

/** Return the kits that an order asks for, and their storage; null when it asks for none. */
export function requestedKits({
  kitCount,
  kitTemperature,
}: Pick<Order, 'kitCount' | 'kitTemperature'>): string | null {
  if (kitCount === null) return null;
  return `${kitCount}, ${SHIPMENT_TEMPERATURE[kitTemperature ?? 'AMBIENT'].toLowerCase()}`;
}
