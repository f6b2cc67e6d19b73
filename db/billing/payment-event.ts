import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, requiredText, text } from '#db/values/field-types.ts';
import { PaymentProvider } from './payment-provider.ts';

/** A webhook of the card processor as it came; its id is known once, so a repetition is told from a first time. */
export const paymentEvent = defineEntity({
  name: 'PaymentEvent',
  table: 'payment_event',
  schema: z.object({
    ...tenantFields,
    provider: PaymentProvider,
    eventId: requiredText,
    /** The processor's word for what happened. */
    kind: requiredText,
    /** SHA-256 of what was sent; the content itself is not kept. */
    payloadHash: requiredText,
    paymentIntentId: text.nullable(),
    receivedAt: instant,
    appliedAt: instant.nullable(),
    /** What came of it, in a few words. */
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
