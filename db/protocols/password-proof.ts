import { z } from 'zod';
import { canonicalJson } from '#db/values/canonical-json.ts';
import { instant } from '#db/values/field-types.ts';

/** A sign-in, or a confirmed password, stands for so long; the next signature then asks for the password (domain 5.6). */
export const PASSWORD_VALID_MS = 12 * 60 * 60_000;

/**
 * The evidence that a person's password was confirmed on a device without a network: when, in the server's time, and the
 * signature of the key that only the password opens. It goes with every signature that it covers.
 */
export const PasswordProof = z.strictObject({ at: instant, signature: z.string().min(1).max(200) });
export type PasswordProof = z.infer<typeof PasswordProof>;

/** Who confirmed the password, on which device, and when. */
export interface PasswordConfirmation {
  userId: string;
  deviceId: string;
  at: string;
}

/** The text that the password's key signs. It names its purpose, so that it is no proof of anything else. */
export const passwordStatement = ({ userId, deviceId, at }: PasswordConfirmation): string =>
  canonicalJson({ at, deviceId, purpose: 'password-confirmed', userId });
