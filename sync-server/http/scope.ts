import type { Pool } from 'pg';
import { seesAllCompanies, seesChildCompanies } from '#db/access/scope.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Session } from './session.ts';

/** What of a session decides whose rows it sees. */
export type AccessScope = Pick<Session, 'role' | 'companyId' | 'entity'>;

/**
 * The companies whose rows this person may see: all of the business entity for staff; for customers their own, and for
 * managers those below it. Companies are at most two levels deep.
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

/** Answers 404, never 403, for a row of a company out of sight: whether it exists is nobody's business. */
export async function requireVisibleCompany(
  client: Pick<Pool, 'query'>,
  session: AccessScope,
  companyId: string | null,
): Promise<void> {
  // Their own company is in everybody's sight, which needs no question.
  if (companyId === session.companyId) return;
  const companies = await visibleCompanies(client, session);
  if (companies === 'all') return;
  if (companyId === null || !companies.includes(companyId))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
}
