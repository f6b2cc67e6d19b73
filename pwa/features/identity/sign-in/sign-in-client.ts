import * as calls from '#db/api/identity/sessions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { knownSignInError, SIGN_IN_ERRORS, type SignInError } from '#db/errors/sign-in-errors.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import { postForm } from './session-requests.ts';

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

/** A failed sign-in, with the code that the server put into the address. */
const failed = (code: string): AppError => {
  const { title, text } = signInProblem(code);
  return new AppError('UNAUTHENTICATED', `${title}. ${text}`);
};

/** Sign in with email and password; throws an AppError whose message says what to do. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const url = await postForm(calls.signInWithPassword, { email, password, callbackUrl: '/' });
  const code = url.searchParams.get('error');
  if (code) throw failed(code);
}

/** Request a sign-in link by email, which leads to `next`; returns the confirmation page. */
export async function askForSignInLink(email: string, next: string): Promise<string> {
  const url = await postForm(calls.sendSignInLink, { email, callbackUrl: next });
  const code = url.searchParams.get('error');
  if (code) throw failed(code);
  return `${url.pathname}${url.search}`;
}

/** Sign in with the secret of a sign-in link, which this uses up. */
export async function signInWithLink(token: string): Promise<void> {
  const url = await postForm(calls.signInWithLink, { token, callbackUrl: '/' });
  const code = url.searchParams.get('error');
  if (code === 'MissingCSRF') throw failed(code);
  if (code) throw new AppError('LINK_INVALID', signInProblem('Verification').text);
}
