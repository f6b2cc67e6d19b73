import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

/** Report a failed sign-in to the server's log; sends only a code. */
function reportAuthEvent(code: string): void {
  navigator.sendBeacon('/api/auth/_log', new URLSearchParams({ level: 'error', code }));
}

const Csrf = z.object({ csrfToken: z.string() });
const Redirect = z.object({ url: z.string() });
const Failure = z.object({ error: z.string(), code: z.string().optional() });

const UNREACHABLE = 'The server cannot be reached. Sign in when you are online.';

async function send(path: string, fields: Record<string, string>): Promise<Response> {
  try {
    const csrf = await fetch('/api/auth/csrf', { credentials: 'same-origin' });
    const { csrfToken } = Csrf.parse(await csrf.json());
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

/** Post a form under /api/auth and return its redirect; throws an AppError whose message says what to do. */
export async function postForm(path: string, fields: Record<string, string>): Promise<URL> {
  const response = await send(path, fields);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    if (response.status >= 500) reportAuthEvent('CLIENT_FETCH_ERROR');
    const { error = MESSAGES.unknownError, code = 'UNAUTHENTICATED' } = Failure.safeParse(answer).data ?? {};
    throw new AppError(code, error);
  }
  const { data } = Redirect.safeParse(answer);
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
  await postForm('/api/auth/signout', { callbackUrl: '/sign-in' });
  sessionStorage.clear();
}
