import type { Pool } from 'pg';
import { limitNameOf } from '#db/access/grants.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import {
  type LicencePage,
  ListedClinician,
  ListedLicence,
  ShownLicence,
} from '#db/patients/shown-licence.ts';
import { companiesInSight } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { columnOf, fieldsOf, quoted, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import type { ListQuery } from '#sync-server/services/listing/list-query.ts';
import { readHistory } from '#sync-server/services/records/read-history.ts';

const COLUMNS = fieldsOf(clinicianLicense)
  .map(({ field, column }) => `l.${quoted(column)} AS ${quoted(field)}`)
  .join(', ');

const FROM = `
    FROM clinician_license l
    JOIN "user" u ON u.id = l.user_id
    LEFT JOIN "user" reviewer ON reviewer.id = l.verified_by_id`;

const SELECT = `
  SELECT ${COLUMNS}, coalesce(u.name, u.first_name || ' ' || u.last_name) AS clinician, u.email,
         reviewer.name AS "verifiedBy",
         ARRAY(SELECT c.name FROM user_company uc JOIN company c ON c.id = uc.company_id
                WHERE uc.user_id = l.user_id AND uc.entity = l.entity AND uc.role = 'CLINICIAN' AND NOT uc.deleted
                ORDER BY c.name) AS companies
  ${FROM}`;

const OF_COMPANIES = `EXISTS (SELECT 1 FROM user_company uc WHERE uc.user_id = l.user_id AND uc.role = 'CLINICIAN'
  AND NOT uc.deleted AND uc.company_id = ANY`;

/** Whose licenses somebody sees, as a condition: clinicians their own, customers those of their companies, staff all. */
async function sightOf(pool: Pool, session: Session, bind: (value: unknown) => string): Promise<string> {
  const tenant = `l.entity = ${bind(session.entity)} AND NOT l.deleted`;
  if (limitNameOf(session.role, 'clinician-licenses:read') === 'own')
    return `${tenant} AND l.user_id = ${bind(session.userId)}`;
  const companies = await companiesInSight(pool, session);
  return companies === 'all' ? tenant : `${tenant} AND ${OF_COMPANIES} (${bind(companies)}))`;
}

const likeText = (search: string): string => `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** One page of the licenses that somebody sees; searched by person, number and NPI. */
export async function listLicences(pool: Pool, session: Session, query: ListQuery): Promise<LicencePage> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [await sightOf(pool, session, bind)];
  for (const [field, wanted] of Object.entries(query.filter))
    conditions.push(`l.${quoted(columnOf(field))}::text = ANY (${bind(wanted)}::text[])`);
  if (query.search !== '') {
    const term = bind(likeText(query.search));
    conditions.push(
      `(u.name ILIKE ${term} OR u.email ILIKE ${term} OR l.license_number ILIKE ${term} OR l.npi ILIKE ${term})`,
    );
  }
  const where = `WHERE ${conditions.join(' AND ')}`;
  const count = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${FROM} ${where}`, [
    ...values,
  ]);
  const order = [...query.sort, { field: 'id', descending: false }]
    .map(({ field, descending }) => `l.${quoted(columnOf(field))} ${descending ? 'DESC' : 'ASC'} NULLS LAST`)
    .join(', ');
  const page = `LIMIT ${bind(query.limit)} OFFSET ${bind((query.page - 1) * query.limit)}`;
  const { rows } = await pool.query({
    text: `${SELECT} ${where} ORDER BY ${order} ${page}`,
    values,
    types: rowTypes,
  });
  return {
    rows: rows.map((row) => ListedLicence.parse(row)),
    total: count.rows[0]?.total ?? 0,
    page: query.page,
    limit: query.limit,
  };
}

/** One license in sight, with its history; else 404. */
export async function readLicence(pool: Pool, session: Session, id: string): Promise<ShownLicence> {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = `WHERE ${await sightOf(pool, session, bind)} AND l.id = ${bind(id)}`;
  const { rows } = await pool.query({ text: `${SELECT} ${where}`, values, types: rowTypes });
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const history = await readHistory(pool, 'ClinicianLicense', id, false);
  return ShownLicence.parse({ ...rows[0], history });
}

const CLINICIANS = `
  SELECT DISTINCT u.id AS "userId", coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, u.email
    FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role = 'CLINICIAN' AND NOT uc.deactivated AND NOT uc.deleted AND NOT u.deleted
     AND ($2::text[] IS NULL OR uc.company_id = ANY ($2)) AND ($3::text IS NULL OR u.id = $3)
   ORDER BY name, u.id LIMIT 500`;

/** The clinicians for whom somebody may enter a license. */
export async function listClinicians(pool: Pool, session: Session): Promise<ListedClinician[]> {
  const own = limitNameOf(session.role, 'clinician-licenses:create') === 'own' ? session.userId : null;
  const companies = await companiesInSight(pool, session);
  const { rows } = await pool.query(CLINICIANS, [
    session.entity,
    companies === 'all' ? null : companies,
    own,
  ]);
  return rows.map((row) => ListedClinician.parse(row));
}
