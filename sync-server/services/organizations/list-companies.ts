import { sql } from 'kysely';
import type { Pool } from 'pg';
import { hasCapability } from '#db/access/capabilities.ts';
import { STAFF_ROLES } from '#db/access/roles.ts';
import type { ListCounts } from '#db/api/list-counts.ts';
import { type ListQuery, listQueryOf } from '#db/api/list-query.ts';
import * as calls from '#db/api/organizations/companies.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { COMPANY_STATUS, company } from '#db/organizations/company.ts';
import { fieldsToEdit } from '#db/organizations/company-fields.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { COMPANY_VERIFICATION_STATUS } from '#db/organizations/company-verification-status.ts';
import { companyViews } from '#db/organizations/company-views.ts';
import { CompanyPage, type ListedCompany, SalesReps } from '#db/organizations/shown-company.ts';
import type { TableCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { countRowsOfViews, listRows, type SearchAlso } from '#sync-server/reads/list-rows.ts';
import { isFoundIn } from '#sync-server/reads/search-rows.ts';
import { everyRow, logExport, sendTable, tableQueryOf } from '#sync-server/reads/send-table.ts';
import { loadCompanyScope } from './read-company.ts';

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

const narrowToScope = (query: ListQuery, companyScope: 'all' | readonly string[]): ListQuery =>
  companyScope === 'all' ? query : { ...query, filter: { ...query.filter, id: companyScope } };

/** Read one page of the visible companies. */
export async function listCompanies(pool: Pool, session: Session, query: ListQuery): Promise<CompanyPage> {
  const visibleQuery = narrowToScope(query, await loadCompanyScope(pool, session));
  const page = await listRows(pool, company, visibleQuery, session.entity, BY_PLACE);
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

/** Count the visible companies of each view. */
export async function countCompanies(pool: Pool, session: Session): Promise<ListCounts> {
  const companyScope = await loadCompanyScope(pool, session);
  const views = companyViews(hasCapability(session.role, 'sellToCompanies') ? session.userId : null);
  const queries = views.map(({ id, filters }) => ({
    id,
    query: narrowToScope(listQueryOf(company).parse(filters), companyScope),
  }));
  return countRowsOfViews(pool, company, queries, session.entity);
}

const HEADERS = [
  'Name',
  'Type',
  'Status',
  'Verification',
  'Parent organization',
  'Place',
  'Members',
  'Since',
];

const { method, path, access } = calls.exportCompanies;

/** `GET /api/companies/export`: all pages of the filtered list, as CSV or a workbook. */
export const exportCompanies: ApiRoute = describeStream(
  calls.exportCompanies,
  streamRoute({
    method,
    path,
    access,
    handler: async (call, request, response) => {
      const { services, session } = call;
      const { format, list } = tableQueryOf(listQueryOf(company), call.query);
      const zone = services.env.LAB_TIMEZONE;
      const rows = await everyRow((page) => listCompanies(services.pool, session, { ...list, ...page }));
      const lines = rows.map((row): TableCell[] => [
        row.name,
        COMPANY_TYPE[row.type],
        COMPANY_STATUS[row.status].label,
        COMPANY_VERIFICATION_STATUS[row.verificationStatus].label,
        row.parentName ?? '',
        row.place ?? '',
        row.members,
        { day: labDayOf(row.createdAt, zone) },
      ]);
      await logExport(services, session, 'companies', request);
      // The clinical site calls this page Locations.
      const name = services.env.SITE_VARIANT[session.entity] === 'clinical' ? 'locations' : 'organizations';
      const today = labDayOf(services.now().toISOString(), zone);
      await sendTable(response, `${name}-${today}`, format, [HEADERS, ...lines]);
    },
  }),
);

// Sales people come first; a lab without any may name another colleague.
const PEOPLE = `
  SELECT * FROM (
    SELECT DISTINCT ON (u.id) u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, uc.role,
           uc.role IN ${rolesSql('sellToCompanies')} AS sells
      FROM user_company uc JOIN "user" u ON u.id = uc.user_id
     WHERE uc.entity = $1 AND uc.role = ANY ($2) AND uc.accepted_at IS NOT NULL AND NOT uc.deactivated AND NOT uc.deleted
       AND NOT u.deleted
     ORDER BY u.id, sells DESC, uc.id) people
   ORDER BY sells DESC, lower(name), id`;

/** Read the possible sales representatives of a company, for people who may set one. */
export async function readSalesReps(pool: Pool, session: Session): Promise<SalesReps> {
  // Staff may set one for any company and customers for none, so the company itself is not checked.
  const anyCompany = { id: '', verificationStatus: 'NOT_APPLICABLE', isHome: false } as const;
  if (!fieldsToEdit(session, anyCompany).includes('salesRepUserId'))
    throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  const { rows } = await pool.query(PEOPLE, [session.entity, [...STAFF_ROLES]]);
  return SalesReps.parse({ people: rows });
}
