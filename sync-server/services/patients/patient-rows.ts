import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { PatientPage, type PatientSearch, ShownPatient } from '#db/patients/shown-patient.ts';
import { companiesInSight } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rowTypes } from '#sync-server/postgres/row-mapping.ts';

const COLUMNS = `
  p.id, p.version, p.deleted, p.first_name AS "firstName", p.last_name AS "lastName", p.dob,
  p.medical_record_number AS "medicalRecordNumber", p.sex_at_birth AS "sexAtBirth", p.created_at AS "createdAt",
  p.original_company_id AS "originalCompanyId", c.name AS "locationName",
  (SELECT count(*)::int FROM specimen s WHERE s.patient_id = p.id AND NOT s.deleted) AS specimens`;
const FROM = 'FROM patient p JOIN company c ON c.id = p.original_company_id';
const SORTS: Record<PatientSearch['sort'], string> = {
  lastName: 'p.last_name',
  firstName: 'p.first_name',
  dob: 'p.dob',
  medicalRecordNumber: 'p.medical_record_number',
  createdAt: 'p.created_at',
};

type Bind = (value: unknown) => string;

/** Whose patients somebody sees: staff those of the entity, customers those of their locations. */
async function sightOf(pool: Pool, session: Session, bind: Bind): Promise<string> {
  const tenant = `p.entity = ${bind(session.entity)}`;
  const companies = await companiesInSight(pool, session);
  return companies === 'all' ? tenant : `${tenant} AND p.original_company_id = ANY (${bind(companies)})`;
}

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** The day that a word of a search is: `1980-02-29`, or `2/29/1980` as forms write it. */
function dayOf(word: string): string | null {
  const [, month, day, year] = AMERICAN.exec(word) ?? [];
  const text = year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : word;
  return z.iso.date().safeParse(text).data ?? null;
}

function searched(search: string, bind: Bind): string[] {
  // Every word is looked for by itself, so that "Silva Ana" finds Ana Silva.
  return search
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const day = dayOf(word);
      const like = bind(`%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
      const named = `p.last_name ILIKE ${like} OR p.first_name ILIKE ${like} OR p.medical_record_number ILIKE ${like}`;
      return day === null ? `(${named})` : `(${named} OR p.dob = ${bind(day)})`;
    });
}

/** One page of the patients in somebody's sight. */
export async function searchPatients(
  pool: Pool,
  session: Session,
  query: PatientSearch,
): Promise<PatientPage> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const where = [await sightOf(pool, session, bind), `p.deleted = ${bind(query.archived)}`];
  where.push(...searched(query.search, bind));
  if (query.sexAtBirth) where.push(`p.sex_at_birth = ${bind(query.sexAtBirth)}`);
  if (query.originalCompanyId) where.push(`p.original_company_id = ${bind(query.originalCompanyId)}`);
  const condition = where.join(' AND ');
  const counted = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total ${FROM} WHERE ${condition}`,
    values,
  );
  const { page, limit, sort, descending } = query;
  const direction = descending ? 'DESC' : 'ASC';
  const { rows } = await pool.query({
    text: `SELECT ${COLUMNS} ${FROM} WHERE ${condition} ORDER BY ${SORTS[sort]} ${direction}, p.first_name, p.id
      LIMIT ${bind(limit)} OFFSET ${bind((page - 1) * limit)}`,
    values,
    types: rowTypes,
  });
  return PatientPage.parse({ rows, total: counted.rows[0]?.total ?? 0, page, limit });
}

const TUBES = `
  SELECT s.id, s.julian_id AS "julianId", s.requisition_number AS "requisitionNumber", s.status,
         s.collected_at AS "collectedAt", o.id AS "orderId", o.order_number AS "orderNumber",
         coalesce(v.name, '') AS "serviceName"
    FROM specimen s JOIN "order" o ON o.id = s.order_id LEFT JOIN service v ON v.protocol_id = o.protocol_id
   WHERE s.patient_id = $1 AND NOT s.deleted ORDER BY s.created_at DESC, s.id LIMIT 500`;

/** A patient in sight with their specimens; 404 otherwise. */
export async function readPatient(pool: Pool, session: Session, id: string): Promise<ShownPatient> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const sight = await sightOf(pool, session, bind);
  const found = await pool.query({
    text: `SELECT ${COLUMNS}, p.email, p.phone, g.name AS "medicalGroupName" ${FROM}
      LEFT JOIN company g ON g.id = p.medical_group_company_id WHERE ${sight} AND p.id = ${bind(id)}`,
    values,
    types: rowTypes,
  });
  if (!found.rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const tubes = await pool.query({ text: TUBES, values: [id], types: rowTypes });
  return ShownPatient.parse({ ...found.rows[0], tubes: tubes.rows });
}
