import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { campaignOf } from './campaign-of.ts';
import { kitsText } from './collection-kits.ts';
import type { Order } from './order.ts';

/**
 * Set the fee that the sponsor of a campaign has agreed to pay for each kit (domain 8.2). An order has one,
 * with the id of the order: it follows the requested kits until the order is submitted.
 */
export async function settleKitFee(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const { kitCount, campaignCode } = row;
  const kitFee = kitCount === null ? null : ((await campaignOf(tx, row))?.kitFee ?? null);
  const all = await tx.find(priceAdjustment, { orderId: row.id, deleted: [true, false] });
  const known = all.find(({ id }) => id === row.id);
  if (kitCount === null || kitFee === null) {
    if (known && !known.deleted) await tx.patch(priceAdjustment, known.id, { deleted: true });
    return;
  }
  const fee = {
    amount: kitCount * kitFee,
    label: kitsText(kitCount),
    reason: `Agreed for each kit of campaign ${campaignCode}`,
    deleted: false,
  };
  if (!known) {
    await tx.insert(priceAdjustment, {
      id: row.id,
      orderId: row.id,
      type: 'FEE',
      computedAmount: 0,
      order: Math.max(0, ...all.map(({ order }) => order)) + 1,
      status: 'APPROVED',
      approvedAt: context.occurredAt,
      ...fee,
    });
    return;
  }
  if (known.deleted || known.amount !== fee.amount || known.reason !== fee.reason)
    await tx.patch(priceAdjustment, known.id, fee);
}
