import type { Pool } from 'pg';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { batchQuery } from '#sync-server/postgres/query-batcher.ts';
import { type LoadedSession, loadSession, type SessionReader } from './load-session.ts';
import { openToken } from './opened-tokens.ts';
import type { SessionClaims } from './session-claims.ts';
import { SESSION_COOKIES } from './session-cookie.ts';

/** An open session with the claims of its cookie. */
export interface OpenSession extends LoadedSession {
  claims: SessionClaims;
}

/** What reading a session needs from the running server. */
export interface SessionServices extends Pick<AppServices, 'pool' | 'now'> {
  secret: string;
}

/** Batch concurrent session reads, because every request reads its session. */
const batchedReader = (pool: Pool): SessionReader => ({ query: (config) => batchQuery(pool, config) });

/** Read a cookie's value, also if Auth.js has split it into numbered chunks. */
export function cookieValue(header: string, name: string): string | undefined {
  const chunks: [number, string][] = [];
  for (const part of header.split(';')) {
    const [key = '', ...rest] = part.trim().split('=');
    if (key === name) return rest.join('=');
    if (key.startsWith(`${name}.`)) chunks.push([Number(key.slice(name.length + 1)), rest.join('=')]);
  }
  if (chunks.length === 0) return undefined;
  return chunks
    .sort(([a], [b]) => a - b)
    .map(([, value]) => value)
    .join('');
}

/**
 * Return the claims of a request's session cookies as this server sealed them, without checking that they
 * still hold.
 */
export async function claimsOfCookies(cookieHeader: string, secret: string): Promise<SessionClaims[]> {
  const activeClaims: SessionClaims[] = [];
  for (const name of SESSION_COOKIES) {
    const token = cookieValue(cookieHeader, name);
    const claims = token ? await openToken(token, secret, name) : undefined;
    if (claims) activeClaims.push(claims);
  }
  return activeClaims;
}

/**
 * Return the open session of a request's cookie in this entity, or undefined. Reads the membership from the
 * database.
 */
export async function readSession(
  services: SessionServices,
  cookieHeader: string | undefined,
  entity: BusinessEntity,
): Promise<OpenSession | undefined> {
  const activeClaims = await readSignIn(services, cookieHeader, entity);
  return activeClaims?.stage === 'OPEN' ? activeClaims : undefined;
}

/** Like `readSession`, but also for a sign-in without its second factor; only for routes that complete it. */
export async function readSignIn(
  services: SessionServices,
  cookieHeader: string | undefined,
  entity: BusinessEntity,
): Promise<OpenSession | undefined> {
  if (!cookieHeader) return undefined;
  for (const claims of await claimsOfCookies(cookieHeader, services.secret)) {
    const loaded = await loadSession(batchedReader(services.pool), claims, entity, services.now());
    if (loaded) return { ...loaded, claims };
  }
  return undefined;
}
