import type { Response } from 'express';
import type { SessionClaims } from './session-claims.ts';
import { SESSION_COOKIES } from './session-cookie.ts';

const RENEWED_AFTER_MS = 30 * 60 * 1_000;

/** Is a session's cookie old enough to be sealed anew when the page asks for its session? */
export const isRenewalDue = ({ usedAt = 0 }: SessionClaims, now: Date): boolean =>
  now.getTime() - usedAt >= RENEWED_AFTER_MS;

/**
 * Keeps Auth.js from sealing the cookie anew at every question: the answer to one that was asked just before a switch of
 * company or role would take the switch back.
 */
export function sendNoSessionCookie(res: Response): void {
  const append = res.append.bind(res);
  res.append = (field, value) =>
    field.toLowerCase() === 'set-cookie' && SESSION_COOKIES.some((name) => String(value).startsWith(name))
      ? res
      : append(field, value);
}
