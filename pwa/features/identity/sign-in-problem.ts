import { knownSignInError, SIGN_IN_ERRORS, type SignInError } from '#db/errors/sign-in-errors.ts';
import type { Tone } from '#pwa/ui/tone.ts';

/** Codes that this device sets, not the server. */
const OF_DEVICE: Record<string, SignInError> = {
  OfflineTooLong: {
    title: 'This device was offline for too long',
    text: 'Connect it and sign in: your unsent work is kept.',
  },
  SessionEnded: { title: 'Your session has ended', text: 'Sign in again: your unsent work is kept.' },
};

const INFO_CODES = new Set(['SessionRequired', 'SessionEnded', 'OfflineTooLong']);

/** Get the message for a code in the address; an unknown code gets the general one. */
export const signInProblem = (code: string): SignInError =>
  (Object.hasOwn(OF_DEVICE, code) ? OF_DEVICE[code] : undefined) ?? SIGN_IN_ERRORS[knownSignInError(code)];

/** A request to sign in is not an error. */
export const toneOfSignIn = (code: string): Tone => (INFO_CODES.has(code) ? 'info' : 'danger');
