import { startService } from '#db/billing/start-service.ts';
import type { OperationContext } from '#db/operation.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { releaseFrom } from '#db/specimens/release-from.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { acceptOnHand } from './accept-on-hand.ts';
import { changeOrderStatus, type OrderChange } from './change-order-status.ts';
import { deriveOrderStatus, deriveSourceOrder } from './derive-order-status.ts';
import { expectKits } from './expect-kits.ts';
import { expectShipment } from './expect-shipment.ts';
import type { Order } from './order.ts';
import type { OrderType } from './order-type.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** Order types that may be accepted before their specimens are named. */
const NAMED_LATER: readonly OrderType[] = ['SALES_ORDER', 'CAMPAIGN'];

/** Return whether an order waits for more specimens to be registered. */
export const isAnticipated = (row: Pick<Order, 'orderType' | 'projectedSpecimenCount'>, registered: number) =>
  NAMED_LATER.includes(row.orderType) && registered < row.projectedSpecimenCount;

async function acceptSpecimen(tx: Transaction, context: OperationContext, row: Specimen): Promise<void> {
  if (row.status === 'RECEIVED_ON_HOLD') {
    // The tube arrived before the order was accepted.
    await releaseFrom(tx, context, row, null);
    return;
  }
  if (row.status === 'DRAFT' || row.status === 'PENDING_APPROVAL')
    await changeSpecimenStatus(tx, context, row, 'ORDERED');
}

/**
 * Accept an order (domain 4.1, 4.2): it and its specimens are ORDERED and a package is expected, or it is
 * ANTICIPATED while specimens are still to be registered. Material that arrived before, or is in the lab from
 * an earlier order, is taken into work.
 */
export async function acceptOrder(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  change: OrderChange = {},
): Promise<Order> {
  const specimens = await activeSpecimens(tx, row.id);
  await startService(tx, context, row);
  await expectKits(tx, context, row);
  if (row.status !== 'ANTICIPATED' && isAnticipated(row, specimens.length)) {
    for (const one of specimens)
      if (one.status === 'PENDING_APPROVAL') await changeSpecimenStatus(tx, context, one, 'DRAFT');
    return changeOrderStatus(tx, context, row, 'ANTICIPATED', change);
  }
  const accepted = await changeOrderStatus(tx, context, row, 'ORDERED', change);
  const onHand = await acceptOnHand(tx, context, accepted, specimens);
  const shippedSpecimens = specimens.filter(({ id }) => !onHand.has(id));
  for (const one of shippedSpecimens) await acceptSpecimen(tx, context, one);
  if (shippedSpecimens.length > 0 || onHand.size === 0) await expectShipment(tx, context, accepted);
  await deriveSourceOrder(tx, context, accepted);
  return (await deriveOrderStatus(tx, context, row.id)) ?? accepted;
}
