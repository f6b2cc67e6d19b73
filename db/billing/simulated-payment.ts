import { z } from 'zod';
import { cents, instant, text } from '#db/values/field-types.ts';

/** How a payment of the card simulator stands. */
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
  /** What has gone back of it. */
  refunded: cents,
  state: SimulatedState,
  /** How much the simulator has still to tell of it. */
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

/** What Dev Tools lets the owner of a card and their bank do: dispute a payment, and decide it for the lab or against it. */
export const DisputeMove = z.strictObject({ dispute: z.enum(['open', 'won', 'lost']) });
export type DisputeMove = z.infer<typeof DisputeMove>;
