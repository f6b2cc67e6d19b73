import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

const Csrf = z.object({ csrfToken: z.string() });
const Redirect = z.object({ url: z.string() });
const Failure = z.object({ error: z.string() });

/** What the sign-in page says for each error code that the server or a guard puts in the address. */
const SIGN_IN_ERRORS: Record<string, string> = {
  CredentialsSignin: 'The email or password is not right. Check both and try again.',
  SessionRequired: 'Sign in to open this page.',
  MissingCSRF: 'The page was open too long. Try again.',
  OfflineTooLong: 'This device was offline for too long. Connect it and sign in: your unsent work is kept.',
  SessionEnded: 'Your session has ended. Sign in again: your unsent work is kept.',
};

/** The text for a sign-in error code. */
export const signInErrorText = (code: string): string => SIGN_IN_ERRORS[code] ?? MESSAGES.unknownError;

async function postForm(path: string, fields: Record<string, string>): Promise<string> {
  const csrf = Csrf.parse(await (await fetch('/api/auth/csrf', { credentials: 'same-origin' })).json());
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...fields, csrfToken: csrf.csrfToken, json: 'true' }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new AppError('UNAUTHENTICATED', Failure.safeParse(answer).data?.error ?? MESSAGES.unknownError);
  }
  return Redirect.parse(answer).url;
}

/** Signs in with e-mail and password; throws an AppError whose text says what to do. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const url = await postForm('/api/auth/callback/credentials', { email, password, callbackUrl: '/' }).catch(
    (error) => {
      if (error instanceof AppError) throw error;
      throw new AppError('UNAVAILABLE', 'The server cannot be reached. Sign in when you are online.');
    },
  );
  const code = new URL(url, location.origin).searchParams.get('error');
  if (code) throw new AppError('UNAUTHENTICATED', signInErrorText(code));
}

/** Ends the session on the server. What is stored on this device stays. */
export async function signOutOfServer(): Promise<void> {
  await postForm('/api/auth/signout', { callbackUrl: '/sign-in' });
}
