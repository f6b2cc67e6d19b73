import type { Pool } from 'pg';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';

/** Who asks for a report, of which lab and in which time zone its days are counted. */
export interface ReportScope {
  pool: Pool;
  session: Session;
  zone: string;
}

/** The first two values of a report's statement: the business entity, and the companies in sight or null for all. */
export async function scopeValues({
  pool,
  session,
}: Pick<ReportScope, 'pool' | 'session'>): Promise<[string, readonly string[] | null]> {
  const companyScope = await visibleCompanies(pool, session);
  return [session.entity, companyScope === 'all' ? null : companyScope];
}

/** The name that a protocol is sold under; its own where it is not for sale. */
export const SERVICE_NAME = `coalesce(
  (SELECT s.name FROM service s WHERE s.protocol_id = o.protocol_id ORDER BY s.id LIMIT 1),
  (SELECT p.name FROM protocol p WHERE p.id = o.protocol_id), 'Sequencing')`;
