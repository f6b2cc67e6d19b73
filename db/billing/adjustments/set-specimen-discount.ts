import { priceBookOf, quoteOrder } from '#db/billing/prices/quote-order.ts';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation, merged, type OperationContext, warned } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { openOrder } from '#db/ordering/orders/order-access-scope.ts';
import type { Company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { SpecimenDiscountForm } from './adjustment-form.ts';

/** Return the price of one specimen of the draft if submitted now. */
async function priceNow(
  tx: Transaction,
  { labDay: day }: OperationContext,
  row: Order,
  { type: companyType }: Company,
): Promise<number> {
  const { protocolId, projectId, projectedSpecimenCount: count } = row;
  const question = { protocolId, projectId, companyType, count, day };
  const { problem, pricePerSpecimen } = quoteOrder(await priceBookOf(tx, row), question, 0, []);
  if (problem !== null) throw refuse('NO_PRICE', problem);
  return pricePerSpecimen;
}

/**
 * Set the discount on each specimen of a draft (domain 8.2); 0 removes it. The result is a price below the
 * list: the approving roles decide about it when the order is submitted (domain 6.4).
 */
export const setSpecimenDiscount = defineOperation({
  name: 'set-specimen-discount',
  version: 1,
  kind: 'intent',
  title: 'Discount on each specimen',
  grant: 'lab/price-adjustments:create',
  args: SpecimenDiscountForm.extend({ orderId: Id }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, discountPerSpecimen, reason }, context) {
    const { row, owner } = await openOrder(tx, context, orderId);
    if (row.status !== 'DRAFT')
      throw refuse(
        'NOT_A_DRAFT',
        'The price of each specimen is fixed since the order was submitted. Propose a discount on the order instead.',
      );
    if (row.orderClassification === 'REWORK')
      throw refuse('FREE_OF_CHARGE', 'A rework is free of charge. There is nothing to take off.');
    if (discountPerSpecimen === row.discountPerSpecimen)
      return merged('NOTHING_CHANGED', 'Nothing was changed.');
    if (discountPerSpecimen > (await priceNow(tx, context, row, owner)))
      throw refuse('ABOVE_PRICE', 'The discount exceeds the price of a specimen. Enter at most that price.');
    await tx.patch(order, orderId, { discountPerSpecimen });
    await recordEvent(tx, context, {
      type: 'PRICE_ADJUSTED',
      targetType: 'Order',
      targetId: orderId,
      data: { act: 'DISCOUNT_EACH', before: row.discountPerSpecimen, discountPerSpecimen, reason },
      // Customers see the price itself in the draft.
      customerVisible: false,
    });
    return warned('WAITS_FOR_APPROVAL', 'Billing decides when the order is submitted.');
  },
});
