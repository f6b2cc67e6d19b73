import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { cents, instant, int, ref, requiredText } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** How an adjustment changes the cost of an order. */
export const PRICE_ADJUSTMENT_TYPES = ['DISCOUNT_PERCENT', 'DISCOUNT_FIXED', 'FEE'] as const;
export const PriceAdjustmentType = z.enum(PRICE_ADJUSTMENT_TYPES);
export type PriceAdjustmentType = z.infer<typeof PriceAdjustmentType>;

/** The label of each type on screens. */
export const PRICE_ADJUSTMENT_TYPE: Record<PriceAdjustmentType, string> = {
  DISCOUNT_PERCENT: 'Discount, percent',
  DISCOUNT_FIXED: 'Discount, amount',
  FEE: 'Fee',
};

/** Only an approved adjustment counts in a total. */
export const PRICE_ADJUSTMENT_STATUSES = ['PROPOSED', 'APPROVED', 'REJECTED'] as const;
const PriceAdjustmentStatus = z.enum(PRICE_ADJUSTMENT_STATUSES);
type PriceAdjustmentStatus = z.infer<typeof PriceAdjustmentStatus>;

/** The label, order and tone of each status. */
export const PRICE_ADJUSTMENT_STATUS: Record<PriceAdjustmentStatus, StatusDisplay> = {
  PROPOSED: { label: 'Proposed', rank: 0, tone: 'neutral' },
  APPROVED: { label: 'Approved', rank: 1, tone: 'good' },
  REJECTED: { label: 'Rejected', rank: 2, tone: 'quiet' },
};

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
  list: {
    sort: ['order', 'status', 'createdAt'],
    filter: ['orderId', 'invoiceId', 'type', 'status'],
    search: ['label', 'reason'],
  },
  indexes: ['orderId', 'invoiceId', 'status'],
  replica: null,
});
export type PriceAdjustment = Row<typeof priceAdjustment>;

/** The allowed transitions: a decided adjustment is final; a change needs a new proposal. */
export const PRICE_ADJUSTMENT_LIFECYCLE: Lifecycle<PriceAdjustmentStatus> = {
  PROPOSED: ['APPROVED', 'REJECTED'],
  APPROVED: [],
  REJECTED: [],
};

/** Refuse a change of an adjustment's status that the table does not list. */
export const assertPriceAdjustmentTransition = (
  from: PriceAdjustmentStatus,
  to: PriceAdjustmentStatus,
): void => assertListed(PRICE_ADJUSTMENT_LIFECYCLE, PRICE_ADJUSTMENT_STATUS, from, to);
