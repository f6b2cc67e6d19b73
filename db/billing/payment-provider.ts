import { z } from 'zod';

/** The card processor: the real one, or the simulator of a lab without keys. */
export const PAYMENT_PROVIDERS = ['STRIPE', 'SIMULATOR'] as const;
export const PaymentProvider = z.enum(PAYMENT_PROVIDERS);
export type PaymentProvider = z.infer<typeof PaymentProvider>;
