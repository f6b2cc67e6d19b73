import type { Session } from '#db/access/session.ts';
import type { CallInput } from '#db/api/call-definition.ts';
import { forgetSession, parkSession, resumeSession } from '#db/api/identity/sessions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { call } from '#pwa/api/call.ts';
import { UNREACHABLE } from '#pwa/api/client.ts';
import type { ResumeResult } from './session-watch.ts';

/** The timeout at a bench without a network. */
const TIMEOUT_MS = 8_000;

/**
 * The PIN of the user who took the device over offline: in the memory of this tab alone, until the server has
 * resumed their session with it.
 */
let heldPin: { userCompanyId: string; pin: string } | null = null;

/** Keep a PIN that this device has checked, until the network is back. */
export function holdPin(userCompanyId: string, pin: string): void {
  heldPin = { userCompanyId, pin };
}

/** Forget the PIN: it was used, refused, or its user left. */
export function dropPin(): void {
  heldPin = null;
}

/** The calls about the sessions that wait on this device. */
type PeopleCall = typeof parkSession | typeof resumeSession | typeof forgetSession;

/** Send the server a request about the sessions that wait on this device. */
export async function callPeople<C extends PeopleCall>(definition: C, input: CallInput<C>): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await call(definition, input, { signal });
  } catch (error) {
    // A captive portal answers with its own page.
    const isOurs = error instanceof AppError && error.code !== 'INTERNAL';
    throw isOurs ? error : new AppError('UNAVAILABLE', UNREACHABLE);
  }
}

/** Check whether this refusal means that a session can no longer be resumed. */
export const isEnded = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'UNAUTHENTICATED';

const isTransient = (error: unknown): boolean =>
  !(error instanceof AppError) || ['UNAVAILABLE', 'RATE_LIMITED'].includes(error.code);

/** Resume the server session of the user who took this device over, if their PIN was entered in this tab. */
export async function resumeByHeldPin({ user }: Session): Promise<ResumeResult> {
  if (heldPin?.userCompanyId !== user.userCompanyId) return 'no-pin';
  try {
    await callPeople(resumeSession, { body: heldPin });
    dropPin();
    return 'resumed';
  } catch (error) {
    if (isTransient(error)) return 'unreachable';
    dropPin();
    return isEnded(error) ? 'ended' : 'pin-refused';
  }
}

/** Put the server's session aside; a missing session is also a success. */
export async function parkOnServer(): Promise<void> {
  await callPeople(parkSession, { body: {} }).catch((error: unknown) => {
    if (!isEnded(error)) throw error;
  });
}

/**
 * End the session of a user who signs out before the server has resumed it; the colleague's session keeps
 * waiting.
 */
export async function signOutWhileWaiting({ user }: Session): Promise<void> {
  await parkOnServer();
  await callPeople(forgetSession, { body: { userCompanyId: user.userCompanyId } });
  dropPin();
}
