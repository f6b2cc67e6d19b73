import type { Pool } from 'pg';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';

/** The reader of a report, the lab, and the time zone of its days. */
export interface ReportScope {
  pool: Pool;
  session: Session;
  zone: string;
}

/**
 * Return the first two values of a report's statement: the business entity, and the visible companies or null
 * for all.
 */
export async function scopeValues({
  pool,
  session,
}: Pick<ReportScope, 'pool' | 'session'>): Promise<[string, readonly string[] | null]> {
  const companyScope = await visibleCompanies(pool, session);
  return [session.entity, companyScope === 'all' ? null : companyScope];
}

/** SQL: the service name of a protocol, or its own name if it is not for sale. */
export const SERVICE_NAME = `coalesce(
  (SELECT s.name FROM service s WHERE s.protocol_id = o.protocol_id ORDER BY s.id LIMIT 1),
  (SELECT p.name FROM protocol p WHERE p.id = o.protocol_id), 'Sequencing')`;
