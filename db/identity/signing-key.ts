import { z } from 'zod';
import { baseFields, defineEntity, type Row } from '#db/entity.ts';
import { json, ref } from '#db/values/field-types.ts';

/** The public half of the key with which a person signs on one device; the server checks offline signatures with it. */
export const signingKey = defineEntity({
  name: 'SigningKey',
  table: 'signing_key',
  schema: z.object({
    ...baseFields,
    userId: ref,
    deviceId: ref,
    /** A JSON Web Key. */
    publicKey: json,
  }),
  create: [],
  update: [],
  list: { sort: ['createdAt'], filter: ['userId', 'deviceId'], search: [] },
  indexes: ['userId', 'deviceId'],
  replica: null,
});
export type SigningKey = Row<typeof signingKey>;
