import { z } from 'zod';
import * as calls from '#db/api/identity/sessions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** Report a failed sign-in to the server's log; sends only a code. */
function reportAuthEvent(code: string): void {
  navigator.sendBeacon(calls.logClientEvent.path, new URLSearchParams({ level: 'error', code }));
}

const Failure = z.object({ error: z.string(), code: z.string().optional() });

type FormCall =
  | typeof calls.signInWithPassword
  | typeof calls.sendSignInLink
  | typeof calls.signInWithLink
  | typeof calls.signOut;

const UNREACHABLE = 'The server cannot be reached. Sign in when you are online.';

async function send({ path }: FormCall, fields: Record<string, string>): Promise<Response> {
  try {
    const csrf = await fetch(calls.readCsrfToken.path, { credentials: 'same-origin' });
    const { csrfToken } = calls.readCsrfToken.answer.parse(await csrf.json());
    return await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
    });
  } catch {
    throw new AppError('UNAVAILABLE', UNREACHABLE);
  }
}

/** Send a form of Auth.js and return its redirect; throws an AppError whose message says what to do. */
export async function postForm(definition: FormCall, fields: Record<string, string>): Promise<URL> {
  const response = await send(definition, fields);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    if (response.status >= 500) reportAuthEvent('CLIENT_FETCH_ERROR');
    const { error = MESSAGES.unknownError, code = 'UNAUTHENTICATED' } = Failure.safeParse(answer).data ?? {};
    throw new AppError(code, error);
  }
  const { data } = definition.answer.safeParse(answer);
  if (!data) {
    reportAuthEvent('CLIENT_UNREADABLE_ANSWER');
    throw new AppError('INTERNAL', MESSAGES.unknownError);
  }
  return new URL(data.url, location.origin);
}

/**
 * End the session on the server. Data of the device stay; the tab's form drafts, which may contain patients'
 * numbers, are deleted.
 */
export async function signOutOfServer(): Promise<void> {
  await postForm(calls.signOut, { callbackUrl: '/sign-in' });
  sessionStorage.clear();
}
