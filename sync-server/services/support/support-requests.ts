import { sql } from 'kysely';
import type { Pool } from 'pg';
import { may } from '#db/access/grants.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { ListedSupportRequest } from '#db/support/shown-support-request.ts';
import { type SupportRequest, supportRequest } from '#db/support/support-request.ts';
import type { Session } from '#sync-server/http/session.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, type SearchAlso } from '#sync-server/services/listing/list-rows.ts';
import type { ListPage } from '#sync-server/services/listing/read-list.ts';
import { findLookupConditions, isLike } from '#sync-server/services/listing/search-rows.ts';

const RELATED_COLUMNS = `
  SELECT r.id, coalesce(u.name, u.email) AS "askedBy", u.email AS "askedByEmail", c.name AS "companyName",
         coalesce(b.name, b.email) AS "closedBy",
         (SELECT count(*)::int FROM s3_file f WHERE f.target_type = 'SupportRequest' AND f.target_id = r.id
           AND f.status = 'STORED' AND NOT f.deleted) AS files
    FROM support_request r JOIN "user" u ON u.id = r.user_id JOIN company c ON c.id = r.company_id
    LEFT JOIN "user" b ON b.id = r.closed_by_id
   WHERE r.id = ANY ($1)`;
type RelatedColumns = Omit<ListedSupportRequest, keyof SupportRequest>;

/** Report whether a person answers customers and so sees all requests; everybody else sees their own. */
export const answersSupport = ({ role }: Pick<Session, 'role'>): boolean =>
  seesAllCompanies(role) && may(role, 'support:update');

/** For people who answer customers, the search also covers the sender and their organization. */
const BY_ASKER: SearchAlso = (term, pool) => {
  const people = reads.selectFrom('user as u').select('u.id');
  const companies = reads.selectFrom('company').select('id').where('name', 'ilike', term);
  return findLookupConditions(pool, [
    {
      column: sql.ref('r.user_id'),
      ids: people.where(isLike([sql.ref('u.name'), sql.ref('u.email')], term)),
    },
    { column: sql.ref('r.company_id'), ids: companies },
  ]);
};

/** Read one page of the visible support requests. */
export async function listSupportRequests(
  pool: Pool,
  session: Session,
  query: ListQuery,
): Promise<ListPage<ListedSupportRequest>> {
  const { userId, entity } = session;
  const own = answersSupport(session) ? {} : { userId: [userId] };
  const scopedQuery = { ...query, filter: { ...query.filter, ...own }, records: 'active' as const };
  const result = await listRows(pool, supportRequest, scopedQuery, entity, BY_ASKER);
  const { rows } = await pool.query<RelatedColumns & { id: string }>(RELATED_COLUMNS, [
    result.rows.map(({ id }) => id),
  ]);
  const relatedById = new Map(rows.map((row) => [row.id, row]));
  return {
    ...result,
    rows: result.rows.map((row) => ListedSupportRequest.parse({ ...row, ...relatedById.get(row.id) })),
  };
}
