import { limitNameOf } from '#db/access/grants.ts';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-permission.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import type { LogReader } from './read-log.ts';
import type { RecordLog } from './record-log.ts';

/**
 * Return which rows of a log a person reads. Events: all with the grant, otherwise those visible to their
 * companies. The access and audit logs need EVENT_LOG_VIEW; without its all-companies form a person reads
 * only accesses of their own company, and nothing of the audit log, which has no company.
 */
export async function logReaderOf(
  { pool }: Pick<AppServices, 'pool'>,
  session: Session,
  log: RecordLog,
): Promise<LogReader> {
  const reader = { tenant: session.entity, permissions: session.permissions, shownTo: null, ofCompany: null };
  if (log.family === 'events' || log.family === 'lab/events') {
    if (limitNameOf(session.role, `${log.family}:read`) === null) return reader;
    const companies = await visibleCompanies(pool, session);
    return { ...reader, shownTo: companies === 'all' ? [session.companyId] : companies };
  }
  requirePermission(session, 'EVENT_LOG_VIEW');
  if (hasPermissionForAll(session.permissions, 'EVENT_LOG_VIEW')) return reader;
  return log.hasCompany ? { ...reader, ofCompany: session.companyId } : { ...reader, tenant: '' };
}
