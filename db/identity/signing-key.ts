import { z } from 'zod';
import { baseFields, defineEntity, type Row } from '#db/entity.ts';
import { instant, json, ref } from '#db/values/field-types.ts';

/** Why a key no longer signs. */
const SIGNING_KEY_END_REASONS = [
  'EXPIRED',
  'PIN_CHANGED',
  'PASSWORD_CHANGED',
  'SIGNED_OUT',
  'REVOKED',
  'REPLACED',
] as const;
export type SigningKeyEndReason = (typeof SIGNING_KEY_END_REASONS)[number];

/** What unlocks a key: the PIN, to sign records, or the password, to prove that it was confirmed offline. */
const SIGNING_KEY_KINDS = ['PIN', 'PASSWORD'] as const;
export type SigningKeyKind = (typeof SIGNING_KEY_KINDS)[number];

/**
 * The public half of the key with which a person signs on one device; the server verifies offline signatures
 * with it.
 */
export const signingKey = defineEntity({
  name: 'SigningKey',
  table: 'signing_key',
  schema: z.object({
    ...baseFields,
    userId: ref,
    deviceId: ref,
    kind: z.enum(SIGNING_KEY_KINDS),
    /** A JSON Web Key. */
    publicKey: json,
    /** Extended with every contact of the device. */
    expiresAt: instant,
    endedAt: instant.nullable(),
    endReason: z.enum(SIGNING_KEY_END_REASONS).nullable(),
  }),
  indexes: ['userId', 'deviceId'],
  replica: null,
});
export type SigningKey = Row<typeof signingKey>;
