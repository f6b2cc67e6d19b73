import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { ListQuery } from '#db/api/list-query.ts';
import { company } from '#db/organizations/company.ts';
import { CompanyPage, type ListedCompany } from '#db/organizations/shown-company.ts';
import type { Session } from '#sync-server/http/session.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, type SearchAlso } from '#sync-server/services/listing/list-rows.ts';
import { isFoundIn } from '#sync-server/services/listing/search-rows.ts';
import { loadCompanyScope } from './company-scope.ts';

/** Columns of the list besides the company's own row. */
const RELATED_COLUMNS = `
  SELECT c.id, parent.name AS "parentName",
         (SELECT count(*)::int FROM user_company uc
           WHERE uc.company_id = c.id AND NOT uc.deactivated AND NOT uc.deleted) AS members,
         (SELECT a.city || ', ' || a.state FROM address a WHERE a.company_id = c.id AND NOT a.deleted
           ORDER BY a.kind = 'SITE' DESC, a.kind = 'BILLING' DESC, a.is_default DESC, a.id LIMIT 1) AS place,
         CASE WHEN c.verification_status = 'PENDING' THEN
           (SELECT to_char(max(e.occurred_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM event e
             WHERE e.target_id = c.id AND e.type = 'COMPANY_VERIFICATION_REQUESTED') END AS "waitingSince"
    FROM company c LEFT JOIN company parent ON parent.id = c.parent_company_id
   WHERE c.id = ANY ($1)`;

type RelatedColumns = Pick<ListedCompany, 'id' | 'parentName' | 'members' | 'place' | 'waitingSince'>;

/** The search also covers the city and the parent organization. */
const BY_PLACE: SearchAlso = (term) => {
  const cities = reads.selectFrom('address').select('company_id as id').where('city', 'ilike', term);
  return [
    isFoundIn(sql.ref('r.id'), cities.where('deleted', '=', false)),
    isFoundIn(
      sql.ref('r.parent_company_id'),
      reads.selectFrom('company').select('id').where('name', 'ilike', term),
    ),
  ];
};

/** Read one page of the visible companies. */
export async function listCompanies(pool: Pool, session: Session, query: ListQuery): Promise<CompanyPage> {
  const companyScope = await loadCompanyScope(pool, session);
  const filter = companyScope === 'all' ? query.filter : { ...query.filter, id: companyScope };
  const page = await listRows(pool, company, { ...query, filter }, session.entity, BY_PLACE);
  const { rows } = await pool.query<RelatedColumns>(RELATED_COLUMNS, [page.rows.map(({ id }) => id)]);
  const relatedById = new Map(rows.map((row) => [row.id, row]));
  return CompanyPage.parse({
    ...page,
    rows: page.rows.map((row) => ({
      members: 0,
      parentName: null,
      place: null,
      waitingSince: null,
      ...row,
      ...relatedById.get(row.id),
    })),
  });
}
