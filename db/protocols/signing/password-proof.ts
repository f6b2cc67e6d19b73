import { z } from 'zod';
import { canonicalJson } from '#db/values/canonical-json.ts';
import { instant } from '#db/values/field-types.ts';

/**
 * How long a sign-in or a confirmed password is valid; the next signature then asks for the password (domain
 * 5.6).
 */
export const PASSWORD_VALID_MS = 12 * 60 * 60_000;

/**
 * The evidence that a person confirmed the password on a device without a network: the server's time of it,
 * and a signature by the key that only the password opens. Every signature that it covers carries it.
 */
export const PasswordProof = z.strictObject({ at: instant, signature: z.string().min(1).max(200) });
export type PasswordProof = z.infer<typeof PasswordProof>;

/** Who confirmed the password, on which device, and when. */
export interface PasswordConfirmation {
  userId: string;
  deviceId: string;
  at: string;
}

/** Build the text that the password's key signs. It names its purpose, so that it proves nothing else. */
export const passwordStatement = ({ userId, deviceId, at }: PasswordConfirmation): string =>
  canonicalJson({ at, deviceId, purpose: 'password-confirmed', userId });
