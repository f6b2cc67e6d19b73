import { decode } from '@auth/core/jwt';
import { SessionClaims } from './session-claims.ts';

interface OpenedToken {
  claims: SessionClaims;
  secret: string;
  salt: string;
  expires: number;
}

// Far more than the people of a lab have open; the oldest entry is dropped.
const MAX_OPENED_TOKENS = 2_000;
const openedTokens = new Map<string, OpenedToken>();

/**
 * Return the claims of a session token, or undefined if it is not ours or expired. Key derivation and
 * decryption are expensive, so opened tokens are cached; the database is asked every time whether the session
 * has ended.
 */
export async function openToken(
  token: string,
  secret: string,
  salt: string,
): Promise<SessionClaims | undefined> {
  const known = openedTokens.get(token);
  if (known && known.secret === secret && known.salt === salt && Date.now() < known.expires)
    return known.claims;
  openedTokens.delete(token);
  const decoded = await decode({ token, secret, salt }).catch(() => null);
  const claims = SessionClaims.safeParse(decoded);
  if (!claims.success) return undefined;
  const oldest = openedTokens.size >= MAX_OPENED_TOKENS ? openedTokens.keys().next().value : undefined;
  if (oldest !== undefined) openedTokens.delete(oldest);
  openedTokens.set(token, { claims: claims.data, secret, salt, expires: Number(decoded?.exp ?? 0) * 1_000 });
  return claims.data;
}
