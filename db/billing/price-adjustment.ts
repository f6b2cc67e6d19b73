import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { cents, instant, int, ref, requiredText } from '#db/values/field-types.ts';
import { PriceAdjustmentStatus } from './price-adjustment-status.ts';
import { PriceAdjustmentType } from './price-adjustment-type.ts';

/** A discount or fee on one order. Amounts are never negative: the type gives the direction. */
export const priceAdjustment = defineEntity({
  name: 'PriceAdjustment',
  table: 'price_adjustment',
  schema: z.object({
    ...tenantFields,
    orderId: ref,
    invoiceId: ref.nullable(),
    type: PriceAdjustmentType,
    /** Basis points, for DISCOUNT_PERCENT only. */
    percentBps: int.min(1).max(10_000).nullable(),
    /** For the other two. */
    amount: cents.nullable(),
    label: requiredText,
    reason: requiredText,
    /** The applied amount, capped as the total allows. */
    computedAmount: cents,
    order: int,
    status: PriceAdjustmentStatus,
    approvedById: ref.nullable(),
    approvedAt: instant.nullable(),
  }),
  create: ['orderId', 'type', 'percentBps', 'amount', 'label', 'reason'],
  update: [],
  list: {
    sort: ['order', 'status', 'createdAt'],
    filter: ['orderId', 'invoiceId', 'type', 'status'],
    search: ['label', 'reason'],
  },
  indexes: ['orderId', 'invoiceId', 'status'],
  replica: null,
});
export type PriceAdjustment = Row<typeof priceAdjustment>;
