import { z } from 'zod';

/** Who takes the cards: the real processor, or the simulator of a lab without keys. */
export const PAYMENT_PROVIDERS = ['STRIPE', 'SIMULATOR'] as const;
export const PaymentProvider = z.enum(PAYMENT_PROVIDERS);
export type PaymentProvider = z.infer<typeof PaymentProvider>;
