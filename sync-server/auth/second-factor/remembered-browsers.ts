import { createHash, randomBytes } from 'node:crypto';
import type { CookieOptions, Request, Response } from 'express';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { isServedOverHttps } from '#sync-server/config/entity-addresses.ts';
import type { Env } from '#sync-server/config/env.ts';

const DAYS = 30;
const MS = DAYS * 24 * 60 * 60 * 1_000;
const COOKIES = ['__Secure-benchside.remembered', 'benchside.remembered'] as const;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

// One cookie per person, so that two people who share a browser are both remembered.
const personMark = (userId: string): string => hashOf(`person|${userId}`).slice(0, 12);
const nameOf = (secure: boolean, userId: string): string =>
  `${COOKIES[secure ? 0 : 1]}.${personMark(userId)}`;

const optionsOf = (secure: boolean): CookieOptions => ({
  httpOnly: true,
  sameSite: 'lax',
  path: '/api/auth',
  secure,
});

/** Return the token by which this browser is remembered for a person. */
function rememberedToken(cookieHeader: string | undefined, userId: string): string | undefined {
  const names = [nameOf(true, userId), nameOf(false, userId)];
  const pair = (cookieHeader ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => names.some((name) => part.startsWith(`${name}=`)));
  return pair?.slice(pair.indexOf('=') + 1);
}

/** Remember a browser for 30 days: its person skips the second factor there. */
export async function rememberBrowser(
  { pool, env, now }: { pool: Pool; env: Env; now(): Date },
  { userId, entity }: { userId: string; entity: BusinessEntity },
  request: Request,
  response: Response,
): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const at = now();
  await pool.query(
    `INSERT INTO remembered_browser (id, user_id, token_hash, user_agent, created_at, last_used_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6)`,
    [
      ulid(),
      userId,
      hashOf(token),
      (request.get('user-agent') ?? '').slice(0, 500),
      at,
      new Date(at.getTime() + MS),
    ],
  );
  const secure = isServedOverHttps(env, entity);
  response.cookie(nameOf(secure, userId), token, { ...optionsOf(secure), maxAge: MS });
}

/** Report whether the person chose in this browser to skip the second factor, within the last 30 days. */
export async function isRemembered(
  pool: Pool,
  userId: string,
  cookieHeader: string | undefined,
  now: Date,
): Promise<boolean> {
  const token = rememberedToken(cookieHeader, userId);
  if (token === undefined) return false;
  const { rowCount } = await pool.query(
    `UPDATE remembered_browser SET last_used_at = $3 WHERE user_id = $1 AND token_hash = $2 AND expires_at > $3`,
    [userId, hashOf(token), now],
  );
  return rowCount === 1;
}

const LIST = `SELECT id, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt",
    expires_at AS "expiresAt", token_hash AS "tokenHash"
  FROM remembered_browser WHERE user_id = $1 AND expires_at > $2 ORDER BY last_used_at DESC, id LIMIT 50`;

interface BrowserRow {
  id: string;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  tokenHash: string;
}

/** List the browsers that remember a person; `isThis` marks the requesting one. */
export async function listRememberedBrowsers(
  pool: Pool,
  userId: string,
  cookieHeader: string | undefined,
  now: Date,
) {
  const own = rememberedToken(cookieHeader, userId);
  const ownHash = own === undefined ? null : hashOf(own);
  const { rows } = await pool.query<BrowserRow>(LIST, [userId, now]);
  return rows.map(({ tokenHash, createdAt, lastUsedAt, expiresAt, ...browser }) => ({
    ...browser,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isThis: tokenHash === ownHash,
  }));
}

/** Forget one browser of a person, or all; the next sign-in there needs the second factor. */
export async function forgetBrowsers(
  client: Pick<Pool, 'query'>,
  userId: string,
  id: string | null,
): Promise<void> {
  await client.query('DELETE FROM remembered_browser WHERE user_id = $1 AND ($2::text IS NULL OR id = $2)', [
    userId,
    id,
  ]);
}
