import { z } from 'zod';
import type { Order } from './order.ts';
import { missingParts } from './order-address.ts';
import type { OrderStatus } from './order-status.ts';
import type { ShipmentStatus } from './shipment-status.ts';
import { SHIPMENT_TEMPERATURE } from './shipment-temperature.ts';

/** More than a kit for each of the most specimens is a mistake. */
export const MAX_KITS = 960;
const KITS_PER_BOX = 24;

/** Orders to which kits are sent: accepted, and not ended. */
export const KIT_ORDER_STATUSES: readonly OrderStatus[] = [
  'ANTICIPATED',
  'ORDERED',
  'SHIPPED',
  'RECEIVED',
  'QUARANTINED',
  'PROCESSING',
];

/** Where kits are that the lab has still to send, for the first time or again. */
export const WAITING_KIT_STATUSES: readonly ShipmentStatus[] = ['NOT_STARTED', 'FAILED', 'RETURNED'];

/** A number of kits as somebody enters it. */
export const KitCount = z
  .int('Enter a whole number.')
  .min(1, 'Enter a number above zero, or nothing.')
  .max(MAX_KITS, `No more than ${MAX_KITS} kits.`);

/** Why no more kits can be sent with an order now; null when they can. Its status is another question. */
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

/** Boxes that hold this many kits. */
export const kitBoxes = (kits: number): number => Math.max(1, Math.ceil(kits / KITS_PER_BOX));

/** What one box of them weighs, with its coolant. */
export const kitGrams = (kits: number): number => 400 + 60 * Math.min(kits, KITS_PER_BOX);

/** How many kits, in words. */
export const kitsText = (kits: number): string =>
  kits === 1 ? '1 collection kit' : `${kits} collection kits`;

/** How many kits are added, in words. */
export const moreKitsText = (kits: number): string =>
  kits === 1 ? '1 more collection kit' : `${kits} more collection kits`;

/** How many kits an order asks for, and how they are kept; null where it asks for none. */
export function requestedKits({
  kitCount,
  kitTemperature,
}: Pick<Order, 'kitCount' | 'kitTemperature'>): string | null {
  if (kitCount === null) return null;
  return `${kitCount}, ${SHIPMENT_TEMPERATURE[kitTemperature ?? 'AMBIENT'].toLowerCase()}`;
}
