import { decode } from '@auth/core/jwt';
import type { Pool } from 'pg';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { loadSession } from './load-session.ts';

const COOKIES = ['__Secure-authjs.session-token', 'authjs.session-token'];

/** The value of a cookie, also when Auth.js has split it into numbered chunks. */
function cookieValue(header: string, name: string): string | undefined {
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

/** The active session that a request's cookie opens in this entity, or undefined. Reads the membership from the database. */
export async function readSession(
  services: { pool: Pool; secret: string },
  cookieHeader: string | undefined,
  entity: BusinessEntity,
) {
  if (!cookieHeader) return undefined;
  for (const name of COOKIES) {
    const token = cookieValue(cookieHeader, name);
    if (!token) continue;
    const claims = await decode({ token, secret: services.secret, salt: name }).catch(() => null);
    if (claims?.['entity'] !== entity || typeof claims['userCompanyId'] !== 'string') continue;
    const loaded = await loadSession(services.pool, claims['userCompanyId'], entity);
    if (loaded) return loaded.user;
  }
  return undefined;
}
