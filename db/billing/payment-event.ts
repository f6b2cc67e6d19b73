import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, requiredText, text } from '#db/values/field-types.ts';
import { PaymentProvider } from './payment-provider.ts';

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
  create: [],
  update: [],
  list: {
    sort: ['receivedAt'],
    filter: ['kind', 'provider', 'paymentIntentId'],
    search: ['eventId', 'paymentIntentId'],
  },
  indexes: ['eventId', 'paymentIntentId'],
  replica: null,
});
export type PaymentEvent = Row<typeof paymentEvent>;
