import type { OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { dropLabel } from './buy-shipping-label.ts';
import { carrierSteps } from './carrier-status.ts';
import { mirrorPackage, recordPackageStatus } from './prepare-package.ts';
import { type Shipment, shipment } from './shipment.ts';
import type { ShipmentStatus } from './shipment-status.ts';

/** A carrier's status of a package, with its time. */
export interface CarrierWord {
  carrierStatus: string;
  at: string;
}

/** The status paths of unreceived specimens by the new status of their package (domain 4.2). */
const SPECIMEN_STEPS: Partial<
  Record<ShipmentStatus, Partial<Record<SpecimenStatus, readonly SpecimenStatus[]>>>
> = {
  IN_TRANSIT: { ORDERED: ['SHIPPED'] },
  RECEIVED: { ORDERED: ['SHIPPED', 'DELIVERED'], SHIPPED: ['DELIVERED'] },
  RETURNED: { SHIPPED: ['ORDERED'], DELIVERED: ['ORDERED'] },
  FAILED: { SHIPPED: ['ORDERED'], DELIVERED: ['ORDERED'] },
};

async function moveSpecimens(
  tx: Transaction,
  context: OperationContext,
  { orderId, direction }: Shipment,
  to: ShipmentStatus,
): Promise<void> {
  if (direction !== 'INBOUND') return;
  for (const one of await activeSpecimens(tx, orderId)) {
    let current: Specimen = one;
    for (const step of one.receivedAt === null ? (SPECIMEN_STEPS[to]?.[one.status] ?? []) : [])
      current = await changeSpecimenStatus(tx, context, current, step);
  }
  await deriveOrderStatus(tx, context, orderId);
}

/**
 * Apply a carrier's status of a package; returns the statuses that it went through, none when nothing
 * changed.
 */
export async function recordShipmentStatus(
  tx: Transaction,
  context: OperationContext,
  row: Shipment,
  { carrierStatus, at }: CarrierWord,
): Promise<ShipmentStatus[]> {
  const steps = carrierSteps(row, carrierStatus, at);
  const newer = row.lastEventAt === null || at > row.lastEventAt;
  let current = newer ? await tx.patch(shipment, row.id, { lastEventAt: at, carrierStatus }) : row;
  for (const status of steps) {
    const from = current.status;
    if (status === 'NOT_STARTED') {
      await dropLabel(tx, context, current);
      break;
    }
    current = await tx.patch(shipment, row.id, { status });
    await mirrorPackage(tx, row.orderId, current);
    await recordPackageStatus(tx, context, current, from);
    await moveSpecimens(tx, context, current, status);
  }
  return steps;
}
