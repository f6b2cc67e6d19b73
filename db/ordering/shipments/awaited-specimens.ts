import type { Order } from '#db/ordering/orders/order.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import type { Discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { ShipmentDirection } from './shipment-status.ts';

/** Statuses of orders of which some material has arrived, while more may be sent. */
export const SHIPPABLE_ORDER_STATUSES = [
  'RECEIVED',
  'QUARANTINED',
  'PROCESSING',
] as const satisfies readonly OrderStatus[];

/**
 * Return whether the lab waits for material of a specimen that nobody has sent: for the first time, or a
 * replacement.
 */
export const isAwaited = ({ status, deleted }: Pick<Specimen, 'status' | 'deleted'>): boolean =>
  status === 'ORDERED' && !deleted;

/**
 * Return whether material of a specimen is on its way, for an order that was received before. Material
 * missing in that delivery is not.
 */
export const isAwaitedAgain = (
  { status, receivedAt, deleted }: Pick<Specimen, 'status' | 'receivedAt' | 'deleted'>,
  discrepancies: readonly Pick<Discrepancy, 'type' | 'resolution'>[],
): boolean =>
  (status === 'SHIPPED' || status === 'DELIVERED') &&
  receivedAt === null &&
  !deleted &&
  discrepancies.every(({ type, resolution }) => type !== 'MISSING' || resolution !== 'OPEN');

/** Return whether material can be sent to the lab now, as far as the order's status allows. */
export const takesMaterial = (
  { status }: Pick<Order, 'status'>,
  specimens: readonly Pick<Specimen, 'status' | 'deleted'>[],
): boolean =>
  status === 'ORDERED' ||
  (SHIPPABLE_ORDER_STATUSES.some((one) => one === status) && specimens.some(isAwaited));

/**
 * Return the number of boxes of an order: a shipment after the first delivery, for instance a replacement, is
 * one.
 */
export const boxesOf = (
  { receivedAt, packageCount }: Pick<Order, 'receivedAt' | 'packageCount'>,
  direction: ShipmentDirection,
): number => (direction === 'INBOUND' && receivedAt !== null ? 1 : packageCount);
