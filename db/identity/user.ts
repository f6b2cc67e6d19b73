import { z } from 'zod';
import { baseFields, defineEntity, type Row } from '#db/entity.ts';
import { bool, instant, int, ref, requiredText, text } from '#db/values/field-types.ts';

/** A person. Never sent to devices: they get the `Person` view, without address, password or PIN. */
export const user = defineEntity({
  name: 'User',
  table: 'user',
  schema: z.object({
    ...baseFields,
    email: z
      .string()
      .max(254)
      .regex(/^[^\sA-Z@]+@[^\sA-Z@]+\.[^\sA-Z@]+$/, 'Enter an email address.'),
    name: text.nullable(),
    firstName: requiredText,
    lastName: requiredText,
    phone: text.nullable(),
    /** Argon2 hash; null for people who only sign in with Google. */
    password: text.nullable(),
    /** Argon2 hash of the six-digit signing PIN. */
    pin: text.nullable(),
    googleId: text.nullable(),
    image: ref.nullable(),
    emailVerified: instant.nullable(),
    isSuperAdmin: bool,
    pinSetAt: instant.nullable(),
    pinFailedCount: int,
    pinLockedUntil: instant.nullable(),
    /** Raised when every session of the person must end: a new password. */
    sessionVersion: int,
  }),
  indexes: ['email', 'googleId'],
  replica: null,
});
export type User = Row<typeof user>;
