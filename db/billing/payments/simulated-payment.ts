import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { pageOf } from '#db/api/page-of.ts';
import { cents, instant, text } from '#db/values/field-types.ts';

/** The state of a payment at the card simulator. */
export const SIMULATED_STATES = [
  'OPEN',
  'PROCESSING',
  'PAID',
  'DISPUTED',
  'DISPUTE_WON',
  'DISPUTE_LOST',
  'REFUNDED',
  'CANCELED',
] as const;
export const SimulatedState = z.enum(SIMULATED_STATES);
export type SimulatedState = z.infer<typeof SimulatedState>;

/** A payment of the card simulator, for Dev Tools. */
export const SimulatedPayment = z.object({
  id: text,
  createdAt: instant,
  /** Null for a draft. */
  orderNumber: text.nullable(),
  companyName: text,
  amount: cents,
  /** The refunded amount. */
  refunded: cents,
  state: SimulatedState,
  /** The number of events that the simulator has not delivered yet. */
  waiting: z.number().int(),
});
export type SimulatedPayment = z.infer<typeof SimulatedPayment>;
export const SimulatedPage = pageOf(SimulatedPayment);
export type SimulatedPage = z.infer<typeof SimulatedPage>;

/** The sort fields of the list of simulated payments. */
export const SIMULATED_SORT = ['createdAt', 'orderNumber', 'companyName', 'amount', 'state'] as const;
/** The query of the list of simulated payments. */
export const SimulatedQuery = listQueryOf({
  list: { sort: [...SIMULATED_SORT], filter: ['state'] },
  extraValues: { state: SIMULATED_STATES },
});

/** The processor's data for a payment; the secret opens the card form. */
export const ClientIntent = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  amount: z.number(),
});
export type ClientIntent = z.infer<typeof ClientIntent>;

/** The processor's response to the browser. */
export const CardResult = z.object({ status: z.string(), failureCode: z.string().nullable() });
export type CardResult = z.infer<typeof CardResult>;

/**
 * The dispute actions in Dev Tools of a card owner and their bank: dispute a payment, decide it for or
 * against the lab.
 */
export const DisputeMove = z.strictObject({ dispute: z.enum(['open', 'won', 'lost']) });
export type DisputeMove = z.infer<typeof DisputeMove>;
