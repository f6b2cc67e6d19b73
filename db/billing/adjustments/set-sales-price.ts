import { hasCapability } from '#db/access/capabilities.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { orderTotals } from '#db/billing/invoices/order-totals.ts';
import { issuedOf } from '#db/billing/invoices/rewrite-drafts.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { discountBps, SALES_LEADER_LIMIT_BPS } from '#db/ordering/approvals/approval-rules.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { repriceOrder } from '#db/ordering/orders/reprice-order.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { SalesPriceForm } from './adjustment-form.ts';
import { openForAdjustment } from './open-for-adjustment.ts';
import { priceAdjustment } from './price-adjustment.ts';

/** Return the chosen specimens; refuse those on an issued invoice, whose charges never change. */
async function chosenOf(
  tx: Transaction,
  row: Order,
  all: readonly Specimen[],
  requestedIds: readonly string[],
): Promise<Specimen[]> {
  const selected = all.filter(({ id }) => requestedIds.includes(id));
  if (selected.length !== new Set(requestedIds).size)
    throw refuse(
      'NOT_OF_ORDER',
      'Some of these specimens are not in this order any more. Load the page again.',
    );
  const { specimenIds } = await issuedOf(tx, await tx.find(invoice, { orderId: row.id }));
  if (selected.some(({ id }) => specimenIds.has(id)))
    throw refuse(
      'INVOICE_ISSUED',
      'Some of these specimens are on an issued invoice. Void it and correct it to change their price.',
    );
  return selected;
}

/**
 * Refuse a lower price from a role that may not approve it; above the limit a role that approves all is
 * required (D6).
 */
async function requireConsent(
  tx: Transaction,
  { actor }: OperationContext,
  row: Order,
  before: readonly Specimen[],
  after: readonly number[],
): Promise<void> {
  const sum = (prices: readonly number[]) => prices.reduce((total, one) => total + one, 0);
  if (sum(after) >= sum(before.map(({ salesPrice }) => salesPrice))) return;
  if (!hasCapability(actor.role, 'approvePrices'))
    throw refuse(
      'SALES_LEADER_DECIDES',
      'Only the sales leader can lower a price. Propose a discount for approval instead.',
    );
  const listTotal = row.pricePerSpecimen * before.length;
  const { subtotal, discount } = orderTotals(after, await tx.find(priceAdjustment, { orderId: row.id }));
  const off = Math.max(0, listTotal - (subtotal - discount));
  if (
    discountBps(listTotal, off) > SALES_LEADER_LIMIT_BPS &&
    !hasCapability(actor.role, 'approveLargePrices')
  )
    throw refuse(
      'BILLING_DECIDES',
      'Together more than 10% would be taken off. Propose a discount instead; billing has to approve it as well.',
    );
}

/**
 * Set another price for chosen specimens of a submitted order, with a reason (domain 8.2); its drafts follow.
 */
export const setSalesPrice = defineOperation({
  name: 'set-sales-price',
  version: 1,
  kind: 'intent',
  title: 'Change price of specimens',
  grant: 'lab/price-adjustments:update',
  args: SalesPriceForm.extend({ orderId: Id }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, specimenIds, salesPrice, reason }, context) {
    const row = await openForAdjustment(tx, context, orderId);
    if (row.status === 'DRAFT')
      throw refuse('A_DRAFT', 'The order has no price until submitted. Propose a discount, or wait.');
    const all = await activeSpecimens(tx, orderId);
    const selected = new Set((await chosenOf(tx, row, all, specimenIds)).map(({ id }) => id));
    const after = all.map((one) => (selected.has(one.id) ? salesPrice : one.salesPrice));
    await requireConsent(tx, context, row, all, after);
    for (const one of all)
      if (selected.has(one.id) && one.salesPrice !== salesPrice)
        await tx.patch(specimen, one.id, { salesPrice });
    const { amountOwed } = await repriceOrder(tx, context, row);
    await recordEvent(tx, context, {
      type: 'PRICE_ADJUSTED',
      targetType: 'Order',
      targetId: orderId,
      data: {
        act: 'PRICE_SET',
        count: selected.size,
        salesPrice,
        from: row.total,
        to: amountOwed,
        [INTERNAL_REASON]: reason,
      },
      customerVisible: true,
    });
    return applied;
  },
});
