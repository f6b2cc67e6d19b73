import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { openInvoices } from '#db/billing/invoices/invoice.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { campaignOf } from '#db/ordering/campaigns/campaign.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { AddKitsArgs } from '#db/ordering/orders/order-action-args.ts';
import { openOrderForAction } from '#db/ordering/orders/order-actions.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import {
  kitBoxes,
  MAX_KITS,
  moreKitsProblem,
  moreKitsText,
  WAITING_KIT_STATUSES,
} from './collection-kits.ts';
import { packagesOf } from './prepare-package.ts';
import { type Shipment, shipment } from './shipment.ts';

/** Add kits to the kits that still wait for the lab, or to a shipment of their own. */
async function packKits(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  kitShipments: readonly Shipment[],
  kitCount: number,
): Promise<void> {
  const waiting = kitShipments.find(({ status }) => WAITING_KIT_STATUSES.includes(status));
  // The first shipment had all kits that were ordered with the order.
  for (const one of kitShipments)
    if (one.kitCount === null) await tx.patch(shipment, one.id, { kitCount: row.kitCount });
  const temperature = row.kitTemperature ?? 'AMBIENT';
  if (!waiting) {
    const fields = { orderId: row.id, direction: 'KIT_OUT', status: 'NOT_STARTED', temperature } as const;
    await tx.insert(shipment, {
      id: context.newId(),
      ...fields,
      kitCount,
      packageCount: kitBoxes(kitCount),
    });
    return;
  }
  const totalKitCount = (waiting.kitCount ?? row.kitCount ?? 0) + kitCount;
  await tx.patch(shipment, waiting.id, { kitCount: totalKitCount, packageCount: kitBoxes(totalKitCount) });
}

/** Charge the sponsor for them as for the first kits: on an invoice that is not issued yet. */
async function chargeKits(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  kitCount: number,
): Promise<void> {
  const kitFee = (await campaignOf(tx, row))?.kitFee ?? null;
  if (kitFee === null) return;
  const open = await openInvoices(tx, row.id);
  if (open.every(({ issuedAt }) => issuedAt !== null))
    throw refuse(
      'ISSUED',
      'The invoice of this order is issued already. Enter another order of the campaign for more kits.',
    );
  const existingAdjustments = await tx.find(priceAdjustment, { orderId: row.id, deleted: [true, false] });
  await tx.insert(priceAdjustment, {
    id: context.newId(),
    orderId: row.id,
    type: 'FEE',
    amount: kitCount * kitFee,
    label: moreKitsText(kitCount),
    reason: `Agreed for each kit of campaign ${row.campaignCode}`,
    computedAmount: 0,
    order: Math.max(0, ...existingAdjustments.map((one) => one.order)) + 1,
    status: 'APPROVED',
    approvedAt: context.occurredAt,
  });
  await repriceOrder(tx, context, row);
}

/** Send more collection kits with an accepted order; its sponsor pays for them as for the first. */
export const addKits = defineOperation({
  name: 'add-kits',
  version: 1,
  kind: 'intent',
  title: 'Send more kits',
  grant: 'lab/orders:update',
  args: AddKitsArgs,
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, kitCount }, context) {
    const { row } = await openOrderForAction(tx, context, orderId, ['add-kits']);
    const kitShipments = (await packagesOf(tx, orderId)).filter(({ direction }) => direction === 'KIT_OUT');
    const problem = moreKitsProblem(row, kitShipments);
    if (problem) throw refuse('TRANSITION_NOT_ALLOWED', problem);
    const totalKitCount = (row.kitCount ?? 0) + kitCount;
    if (totalKitCount > MAX_KITS)
      throw refuse('VALIDATION', `No more than ${MAX_KITS} kits are sent with one order.`);
    await packKits(tx, context, row, kitShipments, kitCount);
    const kitFields = { kitCount: totalKitCount, kitTemperature: row.kitTemperature ?? ('AMBIENT' as const) };
    await chargeKits(tx, context, await tx.patch(order, orderId, kitFields), kitCount);
    await recordEvent(tx, context, {
      type: 'SHIPMENT_STATUS_CHANGED',
      targetType: 'Order',
      targetId: orderId,
      data: { to: 'NOT_STARTED', direction: 'KIT_OUT', kits: kitCount },
      customerVisible: true,
    });
    return applied;
  },
});
