import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { pathBetween } from '#db/values/lifecycle.ts';
import { boxesOf } from './awaited-specimens.ts';
import { packageOf, packageProblem } from './package-problem.ts';
import { SHIPMENT_LIFECYCLE, type Shipment, shipment } from './shipment.ts';
import type { ShipmentDirection } from './shipment-status.ts';

/** The fields of a package before a carrier has it. */
export type PackageFacts = Pick<
  Shipment,
  'carrier' | 'serviceLevel' | 'trackingNumber' | 'labelUrl' | 'rateCost' | 'estimatedDelivery'
>;

/** Return the order's own shipment fields, which mirror its package to the lab. */
export async function mirrorPackage(
  tx: Transaction,
  orderId: string,
  { direction, status, carrier, trackingNumber, labelUrl }: Shipment,
): Promise<void> {
  if (direction !== 'INBOUND') return;
  const fields = { shipmentStatus: status, carrier, trackingNumber, shippingLabelUrl: labelUrl };
  await tx.patch(order, orderId, fields);
}

/** Return the packages of an order, the oldest first. */
export async function packagesOf(tx: Transaction, orderId: string): Promise<Shipment[]> {
  const rows = await tx.find(shipment, { orderId });
  return rows.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** Prepare a package for its carrier: a waiting, failed or returned one is reused with a new history. */
export async function preparePackage(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  packageInput: { direction: ShipmentDirection; shipmentId: string; facts: PackageFacts },
): Promise<Shipment> {
  const { direction, shipmentId, facts } = packageInput;
  const [packages, specimens] = await Promise.all([packagesOf(tx, row.id), activeSpecimens(tx, row.id)]);
  const problem = packageProblem({ ...row, specimens }, packages, direction, context.actor.role);
  if (problem) throw refuse('TRANSITION_NOT_ALLOWED', problem);
  const newest = packageOf(packages, direction);
  const known = newest?.status === 'RECEIVED' ? undefined : newest;
  const fields = {
    ...facts,
    status: 'PRE_TRANSIT' as const,
    packageCount: direction === 'KIT_OUT' ? (newest?.packageCount ?? 1) : boxesOf(row, direction),
    carrierStatus: null,
    lastEventAt: null,
  };
  const from = known?.status ?? 'NOT_STARTED';
  if (from !== 'PRE_TRANSIT' && !pathBetween(SHIPMENT_LIFECYCLE, from, 'PRE_TRANSIT', []))
    throw refuse('TRANSITION_NOT_ALLOWED', 'This shipment is already in transit.');
  const ready = known
    ? await tx.patch(shipment, known.id, fields)
    : await tx.insert(shipment, { id: shipmentId, orderId: row.id, direction, ...fields });
  await mirrorPackage(tx, row.id, ready);
  if (from !== 'PRE_TRANSIT') await recordPackageStatus(tx, context, ready, from);
  return ready;
}

/** Record the new status of a package. */
export const recordPackageStatus = (
  tx: Transaction,
  context: OperationContext,
  { orderId, direction, status, carrier, trackingNumber }: Shipment,
  from: Shipment['status'],
) =>
  recordEvent(tx, context, {
    type: 'SHIPMENT_STATUS_CHANGED',
    targetType: 'Order',
    targetId: orderId,
    data: { from, to: status, direction, carrier, trackingNumber },
    customerVisible: true,
  });
