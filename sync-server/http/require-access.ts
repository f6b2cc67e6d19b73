import type { Request } from 'express';
import type { Pool } from 'pg';
import type { Grant } from '#db/access/families.ts';
import { mayPerson } from '#db/access/grants.ts';
import { hasPermission, type PlainPermission } from '#db/access/permissions.ts';
import { seesAllCompanies, seesChildCompanies } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { ReadSession, Session } from './session.ts';

/** The parts of a session that determine the access scope. */
export type AccessScope = Pick<Session, 'role' | 'companyId' | 'entity'>;

/**
 * Return the companies whose rows this person may see: all of the business entity for staff; for customers
 * their own, and for managers also those below it. Companies are at most two levels deep.
 */
export async function visibleCompanies(
  client: Pick<Pool, 'query'>,
  session: AccessScope,
): Promise<'all' | readonly string[]> {
  if (seesAllCompanies(session.role)) return 'all';
  if (!seesChildCompanies(session.role)) return [session.companyId];
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM company WHERE parent_company_id = $1 AND entity = $2 ORDER BY id',
    [session.companyId, session.entity],
  );
  return [session.companyId, ...rows.map(({ id }) => id)];
}

/**
 * Throw 404, never 403, for a row of a company outside the access scope, so that its existence is not
 * revealed.
 */
export async function requireVisibleCompany(
  client: Pick<Pool, 'query'>,
  session: AccessScope,
  companyId: string | null,
): Promise<void> {
  // The person's own company is always in scope and needs no query.
  if (companyId === session.companyId) return;
  const companies = await visibleCompanies(client, session);
  if (companies === 'all') return;
  if (companyId === null || !companies.includes(companyId))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
}

/** Return the session of a request; a session of the other business entity counts as none. */
export async function requireSession(
  request: Request,
  readSession: ReadSession,
  entity: BusinessEntity,
): Promise<Session> {
  const session = await readSession(request);
  if (!session || session.entity !== entity) throw new AppError('UNAUTHENTICATED', MESSAGES.signInFirst);
  return session;
}

/** Throw if the session lacks the grant, before any look-up. */
export function requireGrant(session: Session, grant: Grant): void {
  if (!mayPerson(session, grant)) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
}

/** Throw if the person's permission groups do not contain the permission, itself or for all companies. */
export function requirePermission(session: Session, name: PlainPermission): void {
  if (!hasPermission(session.permissions, name)) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
}
