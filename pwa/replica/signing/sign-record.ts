import { AppError } from '#db/errors/app-error.ts';
import type { PasswordProof } from '#db/protocols/signing/password-proof.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { confirmPassword, passwordDue, passwordProofNow } from './password-check.ts';
import { createSigningKey, hasSigningKey, sign } from './sealed-key.ts';

/** The fields that a user enters to sign; the password only when it is due. Neither is stored. */
export interface SigningSecrets {
  pin: string;
  password: string | null;
}

/**
 * The signature fields of an operation: the proof of the PIN, and of a password that was confirmed offline.
 */
export interface SignatureProofs {
  proof: string;
  passwordProof?: PasswordProof;
}

/** The error when a signature needs the password and none was entered. */
const PASSWORD_DUE = 'You signed in more than 12 hours ago. Enter your password and your PIN.';

/**
 * Sign a record's hash as this user: check the password first when it is due, then the PIN. Works offline.
 */
export async function signRecord(
  replica: Replica,
  secrets: SigningSecrets,
  hash: string,
): Promise<SignatureProofs> {
  if (await passwordDue(replica)) {
    if (!secrets.password) throw new AppError('PASSWORD_DUE', PASSWORD_DUE);
    await confirmPassword(replica, secrets.password);
  }
  const proof = await signWithPin(replica, secrets.pin, hash);
  const passwordProof = await passwordProofNow(replica);
  return passwordProof ? { proof, passwordProof } : { proof };
}

/** Sign a hash with this user's PIN alone, where that identifies them well enough. Works offline. */
export async function signWithPin(replica: Replica, pin: string, hash: string): Promise<string> {
  const { side } = replica.store;
  if (!(await hasSigningKey(side))) await makeKey(replica, pin);
  try {
    return await sign(side, pin, hash);
  } catch (error) {
    // The key is locked here, or the PIN was changed on another device: when the server accepts it, this
    // device gets a new key.
    if (!(error instanceof AppError) || !navigator.onLine) throw error;
    await makeKey(replica, pin).catch((refusal) => {
      throw refusal instanceof AppError && refusal.code === 'PIN_LOCKED' ? refusal : error;
    });
    return sign(side, pin, hash);
  }
}

async function makeKey(replica: Replica, pin: string): Promise<void> {
  const enrollment = await replica.enrollment();
  if (!enrollment || !navigator.onLine)
    throw new AppError(
      'PIN_NOT_SET',
      'Connect this device and enter your PIN once; then you can sign offline.',
    );
  await createSigningKey(replica.store.side, replica.api, enrollment.deviceId, pin);
}
