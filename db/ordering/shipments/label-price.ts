import { z } from 'zod';
import { cents, text } from '#db/values/field-types.ts';
import { deriveId } from '#db/values/id.ts';

/** A carrier's service at its price. */
export const LabelPrice = z.strictObject({ carrier: text, service: text, cost: cents.min(1) });
export type LabelPrice = z.infer<typeof LabelPrice>;

/** Return the id of an order's fee for its shipping label; an order has one. */
export const labelFeeId = (orderId: string): string => deriveId(orderId, 1);

/** Name a carrier's service, as an order stores it. */
export const labelName = ({ carrier, service }: Pick<LabelPrice, 'carrier' | 'service'>): string =>
  `${carrier} ${service}`;
