import { z } from 'zod';
import { Id } from '#db/values/id.ts';

/** Six digits (domain 2, User.pin). */
export const Pin = z.string().regex(/^\d{6}$/, 'A PIN has 6 digits.');

/** `POST /api/auth/pin`. */
export const CheckPin = z.strictObject({ pin: Pin });

/** `PUT /api/auth/pin`: the password proves who sets the PIN. */
export const SetPin = z.strictObject({ pin: Pin, password: z.string().min(1).max(200) });

/** The public half of a key created on a device. */
export const PublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().max(64),
  y: z.string().max(64),
});

/** `POST /api/auth/pin/key`. */
export const RegisterKey = z.strictObject({ deviceId: Id, pin: Pin, publicKey: PublicKey });

/** `POST /api/auth/pin/key/end`: the device whose key ends, and whether its person signs out there. */
export const EndKeys = z.strictObject({ deviceId: Id, signsOut: z.boolean().default(false) });

/**
 * `POST /api/auth/pin/review`: the reviewer, their PIN, the hash of the reviewed record, and the caller's
 * device.
 */
export const ReviewPin = z.strictObject({
  userId: Id,
  pin: Pin,
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'A hash has 64 hexadecimal digits.'),
  deviceId: Id,
});
export type ReviewPin = z.infer<typeof ReviewPin>;

/**
 * `POST /api/auth/pin/password`: the second component of the first signature in an old session (domain 5.6).
 */
export const ConfirmPassword = z.strictObject({
  /** The signer, because the cookie may by now belong to another person. */
  userId: Id,
  password: z.string().min(1).max(200),
  /** The device where the password is entered; earlier app versions omit it. */
  deviceId: Id.optional(),
  /** Public half of a new key that the password seals on the device, for confirmation without a network. */
  publicKey: PublicKey.optional(),
});
export type ConfirmPassword = z.infer<typeof ConfirmPassword>;
