import type { Order } from './order.ts';
import type { OrderStatus } from './order-status.ts';
import type { ShipmentStatus } from './shipment-status.ts';
import { SHIPMENT_TEMPERATURE } from './shipment-temperature.ts';

/** More than a kit for each of the most specimens is a mistake. */
export const MOST_KITS = 960;
const KITS_IN_BOX = 24;

/** Orders to which kits are sent: accepted, and not ended. */
export const KITS_ARE_SENT: readonly OrderStatus[] = [
  'ANTICIPATED',
  'ORDERED',
  'SHIPPED',
  'RECEIVED',
  'QUARANTINED',
  'PROCESSING',
];

/** Where kits are that the lab has still to send, for the first time or again. */
export const KITS_WAIT: readonly ShipmentStatus[] = ['NOT_STARTED', 'FAILED', 'RETURNED'];

/** Boxes that hold this many kits. */
export const kitBoxes = (kits: number): number => Math.max(1, Math.ceil(kits / KITS_IN_BOX));

/** What one box of them weighs, with its coolant. */
export const kitGrams = (kits: number): number => 400 + 60 * Math.min(kits, KITS_IN_BOX);

/** How many kits, in words. */
export const kitsText = (kits: number): string =>
  kits === 1 ? '1 collection kit' : `${kits} collection kits`;

/** How many kits an order asks for, and how they are kept; null where it asks for none. */
export function askedKits({
  kitCount,
  kitTemperature,
}: Pick<Order, 'kitCount' | 'kitTemperature'>): string | null {
  if (kitCount === null) return null;
  return `${kitCount}, ${SHIPMENT_TEMPERATURE[kitTemperature ?? 'AMBIENT'].toLowerCase()}`;
}
