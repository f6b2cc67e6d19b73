import { createHash, randomBytes } from 'node:crypto';
import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import type { EmailTokenKind } from '#db/identity/email-token.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { Env } from '#sync-server/config/env.ts';

/** Lifetime and page of each kind of link. The page posts the token; opening the page does not use it up. */
export const LINKS: Record<EmailTokenKind, { minutes: number; page: string }> = {
  EMAIL_SIGN_IN: { minutes: 15, page: '/sign-in/link' },
  EMAIL_VERIFICATION: { minutes: 24 * 60, page: '/verify-email' },
  PASSWORD_RESET: { minutes: 60, page: '/reset-password' },
  INVITATION: { minutes: 7 * 24 * 60, page: '/invitation' },
  ORDER_APPROVAL: { minutes: 72 * 60, page: '/approval' },
};

/** The person a link is for. */
export interface LinkFor {
  kind: EmailTokenKind;
  entity: BusinessEntity;
  userId: string;
  userCompanyId: string | null;
  email: string;
  /** The approval that a link of kind ORDER_APPROVAL decides. */
  targetId?: string;
  /** Lifetime, if it differs from that of its kind. */
  minutes?: number;
}

/** The stored data of a valid link. */
export interface FoundLink extends Omit<LinkFor, 'targetId' | 'minutes'> {
  id: string;
  targetId: string | null;
  expiresAt: Date;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Return the same error for every invalid link, so that the reason is not revealed. */
export const linkInvalid = (): AppError =>
  new AppError('LINK_INVALID', 'This link has expired or was already used. Ask for a new one.');

/**
 * Create a link in the caller's transaction. Its secret is in the fragment, which browsers send to no server,
 * so no log on the way has it; the database stores only the hash.
 */
export async function createLink(
  client: ClientBase,
  env: Pick<Env, 'PUBLIC_URLS' | 'ENTITY_HOSTS' | 'PORT'>,
  link: LinkFor,
  now: Date,
  next?: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { minutes: usual, page } = LINKS[link.kind];
  const minutes = link.minutes ?? usual;
  await client.query(
    `INSERT INTO email_token (id, created_at, created_by_id, updated_at, entity, kind, token_hash, user_id, user_company_id, email, expires_at, target_id)
     VALUES ($1, $2, $3, $2, $4, $5, $6, $3, $7, $8, $9, $10)`,
    [
      ulid(),
      now,
      link.userId,
      link.entity,
      link.kind,
      hashOf(token),
      link.userCompanyId,
      link.email,
      new Date(now.getTime() + minutes * 60_000),
      link.targetId ?? null,
    ],
  );
  const fragment = new URLSearchParams({ token, ...(next ? { next } : {}) });
  return `${publicUrl(env, link.entity)}${page}#${fragment}`;
}

const FIND_LINK = `
  SELECT t.id, t.kind, t.entity, t.user_id AS "userId", t.user_company_id AS "userCompanyId", t.target_id AS "targetId", t.email, t.expires_at AS "expiresAt"
    FROM email_token t JOIN "user" u ON u.id = t.user_id AND u.email = t.email AND NOT u.deleted
   WHERE t.token_hash = $1 AND t.kind = $2 AND t.entity = $3 AND t.used_at IS NULL AND t.expires_at > $4`;

interface Opening {
  kind: EmailTokenKind;
  entity: BusinessEntity;
  token: string;
  now: Date;
}

/** Read a link without using it up; throws if it is invalid. */
export async function peekLink(
  client: Pick<ClientBase, 'query'>,
  { kind, entity, token, now }: Opening,
): Promise<FoundLink> {
  const { rows } = await client.query<FoundLink>(FIND_LINK, [hashOf(token), kind, entity, now]);
  if (!rows[0]) throw linkInvalid();
  return rows[0];
}

/** Use a link up in the caller's transaction; of two concurrent uses, one fails as already used. */
export async function spendLink(client: ClientBase, opening: Opening): Promise<FoundLink> {
  const { rows } = await client.query<FoundLink>(`${FIND_LINK} FOR UPDATE OF t`, [
    hashOf(opening.token),
    opening.kind,
    opening.entity,
    opening.now,
  ]);
  const link = rows[0];
  if (!link) throw linkInvalid();
  await client.query(
    'UPDATE email_token SET used_at = $2, updated_at = $2, version = version + 1 WHERE id = $1',
    [link.id, opening.now],
  );
  return link;
}

/** End the person's other links of the named kinds. */
export async function endLinks(
  client: ClientBase,
  userId: string,
  kinds: readonly EmailTokenKind[],
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE email_token SET used_at = $3, updated_at = $3, version = version + 1
      WHERE user_id = $1 AND kind = ANY ($2) AND used_at IS NULL`,
    [userId, kinds, now],
  );
}
