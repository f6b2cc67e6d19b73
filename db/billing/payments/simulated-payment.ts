import { z } from 'zod';
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
  orderNumber: text,
  companyName: text,
  amount: cents,
  /** The refunded amount. */
  refunded: cents,
  state: SimulatedState,
  /** The number of events that the simulator has not delivered yet. */
  waiting: z.number().int(),
});
export type SimulatedPayment = z.infer<typeof SimulatedPayment>;
export const SimulatedPage = z.object({
  rows: z.array(SimulatedPayment),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});
export type SimulatedPage = z.infer<typeof SimulatedPage>;

/**
 * The dispute actions in Dev Tools of a card owner and their bank: dispute a payment, decide it for or
 * against the lab.
 */
export const DisputeMove = z.strictObject({ dispute: z.enum(['open', 'won', 'lost']) });
export type DisputeMove = z.infer<typeof DisputeMove>;
