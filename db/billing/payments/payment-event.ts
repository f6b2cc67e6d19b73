import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, requiredText, text } from '#db/values/field-types.ts';

/** The card processor: the real one, or the simulator of a lab without keys. */
const PAYMENT_PROVIDERS = ['STRIPE', 'SIMULATOR'] as const;
export const PaymentProvider = z.enum(PAYMENT_PROVIDERS);
export type PaymentProvider = z.infer<typeof PaymentProvider>;

/** A webhook of the card processor as received; its unique id detects repeated deliveries. */
export const paymentEvent = defineEntity({
  name: 'PaymentEvent',
  table: 'payment_event',
  schema: z.object({
    ...tenantFields,
    provider: PaymentProvider,
    eventId: requiredText,
    /** The processor's name of the event. */
    kind: requiredText,
    /** SHA-256 of the body; the body itself is not stored. */
    payloadHash: requiredText,
    paymentIntentId: text.nullable(),
    receivedAt: instant,
    appliedAt: instant.nullable(),
    /** The result, in a few words. */
    outcome: text.nullable(),
  }),
  indexes: ['eventId', 'paymentIntentId'],
  replica: null,
});
export type PaymentEvent = Row<typeof paymentEvent>;
