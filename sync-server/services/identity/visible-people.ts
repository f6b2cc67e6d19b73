import type { Pool } from 'pg';
import { hasPermission, hasPermissionForAll } from '#db/access/permissions.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';

/**
 * Return the companies whose people a reader sees. Customers with USERS_VIEW see those of the companies in
 * their access scope. Staff with USERS_VIEW_ALL see everybody; staff without it see only their colleagues,
 * because the bench does not need addresses of customers.
 */
export async function visiblePeople(
  client: Pick<Pool, 'query'>,
  session: Session,
): Promise<'all' | readonly string[]> {
  if (seesAllCompanies(session.role))
    return hasPermissionForAll(session.permissions, 'USERS_VIEW') ? 'all' : [session.companyId];
  if (!hasPermission(session.permissions, 'USERS_VIEW')) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  return visibleCompanies(client, session);
}

/** Return the companies whose people a person may change. */
export async function manageablePeople(
  client: Pick<Pool, 'query'>,
  session: Session,
): Promise<'all' | readonly string[]> {
  if (!hasPermission(session.permissions, 'USERS_EDIT')) return [];
  if (seesAllCompanies(session.role))
    return hasPermissionForAll(session.permissions, 'USERS_EDIT') ? 'all' : [session.companyId];
  return visibleCompanies(client, session);
}

/** Report whether the company is one of them. */
export const includesCompany = (companies: 'all' | readonly string[], companyId: string): boolean =>
  companies === 'all' || companies.includes(companyId);
