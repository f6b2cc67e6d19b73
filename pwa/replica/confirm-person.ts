import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { callApi } from '#pwa/api/client.ts';
import type { Replica } from './replica.ts';
import { checkPinHere, hasSigningKey, unlockSigning } from './signing-key.ts';

const NO_KEY = 'This device cannot check your PIN without a network. Connect it, or use your password.';

/**
 * Check the PIN of the replica's user, on this device or on the server where the device cannot. Throws when
 * it is wrong.
 */
export async function confirmPerson({ store }: Pick<Replica, 'store'>, pin: string): Promise<void> {
  if (!(await hasSigningKey(store.side))) return askServer(pin);
  try {
    await checkPinHere(store.side, pin);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'PIN_LOCKED') throw error;
    await askServer(pin).catch((refusal) => {
      throw refusal instanceof AppError && refusal.code === 'PIN_NOT_SET' ? error : refusal;
    });
    await unlockSigning(store.side);
  }
}

async function askServer(pin: string): Promise<void> {
  const answer = z.object({ ok: z.literal(true) });
  try {
    await callApi({ path: '/api/auth/pin', method: 'POST', data: { pin }, answer });
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAVAILABLE') throw new AppError('PIN_NOT_SET', NO_KEY);
    throw error;
  }
}
