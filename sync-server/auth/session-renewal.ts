import type { Response } from 'express';
import type { SessionClaims } from './session-claims.ts';
import { SESSION_COOKIES } from './session-cookie.ts';

const RENEWED_AFTER_MS = 30 * 60 * 1_000;

/** Report whether a session's cookie is old enough to be sealed again when the page reads its session. */
export const isRenewalDue = ({ usedAt = 0 }: SessionClaims, now: Date): boolean =>
  now.getTime() - usedAt >= RENEWED_AFTER_MS;

/**
 * Keep Auth.js from sealing the cookie again at every read: the response to a read just before a switch of
 * company or role would undo the switch.
 */
export function sendNoSessionCookie(res: Response): void {
  const append = res.append.bind(res);
  res.append = (field, value) =>
    field.toLowerCase() === 'set-cookie' && SESSION_COOKIES.some((name) => String(value).startsWith(name))
      ? res
      : append(field, value);
}
