import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { filterOf } from '#db/api/filter-values.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import {
  PriceDecision,
  SalesPriceForm,
  SpecimenDiscountForm,
} from '#db/billing/adjustments/adjustment-form.ts';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { AdjustmentForm } from '#db/billing/prices/price-form.ts';
import { AdjustmentPage, ChangedAdjustment } from '#db/billing/prices/shown-prices.ts';
import { Id } from '#db/values/id.ts';

const RecordId = z.strictObject({ id: Id });
const ListQuery = listQueryOf(priceAdjustment);
// Named, so that the page of an order can give it.
const AdjustmentQuery = ListQuery.in
  .extend({ orderId: filterOf('orderId', priceAdjustment) })
  .pipe(ListQuery.out);

export const listAdjustments = defineCall({
  id: 'listAdjustments',
  method: 'get',
  path: '/api/lab/price-adjustments',
  access: 'lab/price-adjustments:read',
  summary: 'Lists discounts and fees on orders with their effect on the total.',
  query: AdjustmentQuery,
  answer: AdjustmentPage,
});

export const proposeAdjustment = defineCall({
  id: 'proposeAdjustment',
  method: 'post',
  path: '/api/lab/price-adjustments',
  access: 'lab/price-adjustments:create',
  summary: 'Proposes a discount or fee on an order.',
  body: z.strictObject({ orderId: Id, adjustment: AdjustmentForm }),
  answer: ChangedAdjustment,
  status: 201,
  errors: ['TRANSITION_NOT_ALLOWED', 'WAITS_FOR_APPROVAL', 'INVOICE_ISSUED'],
});

export const decideAdjustment = defineCall({
  id: 'decideAdjustment',
  method: 'patch',
  path: '/api/lab/price-adjustments/:id',
  access: 'lab/price-adjustments:update',
  summary: 'Approves or rejects a proposed discount or fee.',
  params: RecordId,
  body: PriceDecision,
  answer: ChangedAdjustment,
  errors: ['A_DRAFT', 'ALREADY_DECIDED', 'OWN_PROPOSAL', 'ALREADY_AGREED'],
});

export const withdrawAdjustment = defineCall({
  id: 'withdrawAdjustment',
  method: 'post',
  path: '/api/lab/price-adjustments/:id/withdraw',
  access: 'lab/price-adjustments:create',
  summary: 'Withdraws an undecided discount or fee.',
  params: RecordId,
  body: z.strictObject({}),
  answer: ChangedAdjustment,
  errors: ['ALREADY_DECIDED'],
});

export const setSalesPrice = defineCall({
  id: 'setSalesPrice',
  method: 'post',
  path: '/api/lab/price-adjustments/sales-price',
  access: 'lab/price-adjustments:update',
  summary: 'Sets another price for chosen specimens of a submitted order.',
  body: SalesPriceForm.extend({ orderId: Id }),
  errors: [
    'A_DRAFT',
    'NOT_OF_ORDER',
    'INVOICE_ISSUED',
    'WAITS_FOR_APPROVAL',
    'SALES_LEADER_DECIDES',
    'BILLING_DECIDES',
  ],
});

export const setSpecimenDiscount = defineCall({
  id: 'setSpecimenDiscount',
  method: 'post',
  path: '/api/lab/price-adjustments/specimen-discount',
  access: 'lab/price-adjustments:create',
  summary: 'Sets the discount on each specimen of a draft.',
  body: SpecimenDiscountForm.extend({ orderId: Id }),
  answer: z.object({ message: z.string().nullish() }),
  errors: ['NOT_A_DRAFT', 'FREE_OF_CHARGE', 'NO_PRICE', 'ABOVE_PRICE'],
});

export const decideProjectPrice = defineCall({
  id: 'decideProjectPrice',
  method: 'patch',
  path: '/api/lab/price-adjustments/project-prices/:id',
  access: 'lab/price-adjustments:update',
  summary: 'Approves or rejects the proposed price of a project.',
  params: RecordId,
  body: PriceDecision,
  errors: ['ALREADY_DECIDED', 'OWN_PROPOSAL'],
});
