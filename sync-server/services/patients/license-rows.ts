import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { limitNameOf } from '#db/access/grants.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import {
  type LicensePage,
  ListedClinician,
  ListedLicense,
  ShownLicense,
} from '#db/patients/shown-license.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';
import { fieldsOf } from '#sync-server/postgres/row-mapping.ts';
import { readRows, reads } from '#sync-server/postgres/typed-reads.ts';
import { narrowed, readList } from '#sync-server/reads/read-list.ts';
import { either, isFoundIn, isLike, isOneOf, likeText } from '#sync-server/reads/search-rows.ts';
import { readHistory } from '#sync-server/services/records/events/read-history.ts';

const ROWS = reads.selectFrom('clinician_license as l');
const { ref } = expressionBuilder(ROWS);

// The marked edge: the fields are those of the entity's own declaration.
const FIELDS = fieldsOf(clinicianLicense).map(({ field, column, nullable }) => ({
  field,
  by: sql.ref(`l.${column}`),
  nullable,
}));
const SORT = Object.fromEntries(FIELDS.map(({ field, by, nullable }) => [field, { by, nullable }]));
const LICENSE_HOLDERS = sql.raw(rolesSql('holdLicenses'));
const CLINICIAN = sql<string>`coalesce(u.name, u.first_name || ' ' || u.last_name)`;

const selectLicenses = (rows: typeof ROWS) =>
  rows
    .innerJoin('user as u', 'u.id', 'l.user_id')
    .leftJoin('user as reviewer', 'reviewer.id', 'l.verified_by_id')
    .select(FIELDS.map(({ field, by }) => sql<unknown>`${by}`.as(field)))
    .select([
      CLINICIAN.as('clinician'),
      'u.email',
      'reviewer.name as verifiedBy',
      sql<string[]>`ARRAY(SELECT c.name FROM user_company uc JOIN company c ON c.id = uc.company_id
        WHERE uc.user_id = l.user_id AND uc.entity = l.entity AND uc.role IN ${LICENSE_HOLDERS} AND NOT uc.deleted
        ORDER BY c.name)`.as('companies'),
    ]);

/** SQL: licenses that a reader sees: clinicians their own, customers those of their companies, staff all. */
async function scopeCondition(pool: Pool, session: Session): Promise<Expression<SqlBool>[]> {
  const tenant = sql<SqlBool>`l.entity = ${session.entity} AND NOT l.deleted`;
  if (limitNameOf(session.role, 'clinician-licenses:read') === 'own')
    return [tenant, sql`l.user_id = ${session.userId}`];
  const companies = await visibleCompanies(pool, session);
  if (companies === 'all') return [tenant];
  const ofCompanies = sql<SqlBool>`EXISTS (SELECT 1 FROM user_company uc WHERE uc.user_id = l.user_id
    AND uc.role IN ${LICENSE_HOLDERS} AND NOT uc.deleted AND uc.company_id = ANY (${companies}))`;
  return [tenant, ofCompanies];
}

/** Read one page of the visible licenses; the search covers person, number and NPI. */
export async function listLicenses(pool: Pool, session: Session, query: ListQuery): Promise<LicensePage> {
  const whereClause = await scopeCondition(pool, session);
  for (const [field, filterValues] of Object.entries(query.filter)) {
    const column = SORT[field];
    if (column) whereClause.push(isOneOf(column.by, filterValues));
  }
  if (query.search !== '') {
    const term = likeText(query.search);
    const people = reads
      .selectFrom('user as u')
      .select('u.id')
      .where(isLike([CLINICIAN, sql.ref('u.email')], term));
    const own = isLike([ref('l.license_number'), ref('l.npi')], term);
    whereClause.push(either([own, isFoundIn(ref('l.user_id'), people)]));
  }
  const source = { from: ROWS, id: ref('l.id'), sort: SORT, where: whereClause };
  const page = await readList(pool, source, selectLicenses, query);
  return { ...page, rows: page.rows.map((row) => ListedLicense.parse(row)) };
}

/** Read one visible license with its history; throws 404 otherwise. */
export async function readLicense(pool: Pool, session: Session, id: string): Promise<ShownLicense> {
  const conditions = await scopeCondition(pool, session);
  const rows = narrowed(ROWS.where('l.id', '=', id), conditions);
  const [row] = await readRows<Record<string, unknown>>(pool, selectLicenses(rows));
  if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const history = await readHistory(pool, 'ClinicianLicense', id, false);
  return ShownLicense.parse({ ...row, history });
}

const CLINICIANS = `
  SELECT DISTINCT u.id AS "userId", coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, u.email
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role IN ${rolesSql('holdLicenses')} AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
     AND ($2::text[] IS NULL OR uc.company_id = ANY ($2)) AND ($3::text IS NULL OR u.id = $3)
   ORDER BY name, u.id LIMIT 500`;

/** Read the clinicians for whom the person may enter a license. */
export async function listClinicians(pool: Pool, session: Session): Promise<ListedClinician[]> {
  const own = limitNameOf(session.role, 'clinician-licenses:create') === 'own' ? session.userId : null;
  const companies = await visibleCompanies(pool, session);
  const { rows } = await pool.query(CLINICIANS, [
    session.entity,
    companies === 'all' ? null : companies,
    own,
  ]);
  return rows.map((row) => ListedClinician.parse(row));
}
