import type { Pool } from 'pg';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';

/** Return the companies that a person may open: all for staff with the permission, otherwise their own. */
export async function loadCompanyScope(
  pool: Pick<Pool, 'query'>,
  session: Session,
): Promise<'all' | readonly string[]> {
  if (!seesAllCompanies(session.role)) return visibleCompanies(pool, session);
  return hasPermissionForAll(session.permissions, 'COMPANY_VIEW') ? 'all' : [session.companyId];
}

/** Throw 404 for a company outside the access scope. */
export async function requireCompanyInScope(
  pool: Pick<Pool, 'query'>,
  session: Session,
  companyId: string,
): Promise<void> {
  const companyScope = await loadCompanyScope(pool, session);
  if (companyScope !== 'all' && !companyScope.includes(companyId))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
}
