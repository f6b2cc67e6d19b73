import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { PRICE_ADJUSTMENT_STATUS, type PriceAdjustmentStatus } from './price-adjustment-status.ts';

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
