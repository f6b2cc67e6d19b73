import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { PatientPage, type PatientSearch, ShownPatient } from '#db/patients/shown-patient.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { readRows, reads } from '#sync-server/postgres/typed-reads.ts';
import { narrowed, readList, type SortColumn } from '#sync-server/reads/read-list.ts';
import { either, findLookupConditions, isLike, isOneOf, likeText } from '#sync-server/reads/search-rows.ts';

const ROWS = reads.selectFrom('patient as p');
const { ref } = expressionBuilder(ROWS);

const selectPatients = (rows: typeof ROWS) =>
  rows
    .innerJoin('company as c', 'c.id', 'p.original_company_id')
    .select([
      'p.id',
      'p.version',
      'p.deleted',
      'p.first_name as firstName',
      'p.last_name as lastName',
      'p.dob',
      'p.medical_record_number as medicalRecordNumber',
      'p.sex_at_birth as sexAtBirth',
      'p.created_at as createdAt',
      'p.original_company_id as originalCompanyId',
      'c.name as locationName',
      sql<number>`(SELECT count(*) FROM specimen s WHERE s.patient_id = p.id AND NOT s.deleted)`.as(
        'specimens',
      ),
    ]);
const SORT: Readonly<Record<PatientSearch['sort'], SortColumn>> = {
  lastName: { by: ref('p.last_name') },
  firstName: { by: ref('p.first_name') },
  dob: { by: ref('p.dob') },
  medicalRecordNumber: { by: ref('p.medical_record_number') },
  createdAt: { by: ref('p.created_at') },
};

/** SQL: patients that a reader sees: staff those of the entity, customers those of their locations. */
async function scopeCondition(pool: Pool, session: Session): Promise<Expression<SqlBool>[]> {
  const tenant = sql<SqlBool>`p.entity = ${session.entity}`;
  const companies = await visibleCompanies(pool, session);
  return companies === 'all' ? [tenant] : [tenant, isOneOf(ref('p.original_company_id'), companies)];
}

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Parse a search word as a day: `1980-02-29`, or `2/29/1980` as in forms. */
function dayOf(dateText: string): string | null {
  const [, month, day, year] = AMERICAN.exec(dateText) ?? [];
  const text = year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : dateText;
  return z.iso.date().safeParse(text).data ?? null;
}

function searchConditions(pool: Pool, search: string): Promise<Expression<SqlBool>[]> {
  // Each word is searched separately, so that "Silva Ana" finds Ana Silva.
  const terms = search.split(/[\s,]+/).filter((term) => term !== '');
  return Promise.all(
    terms.map(async (term) => {
      const day = dayOf(term);
      const pattern = likeText(term);
      const companies = reads.selectFrom('company').select('id').where('name', 'ilike', pattern);
      return either([
        isLike([ref('p.last_name'), ref('p.first_name'), ref('p.medical_record_number')], pattern),
        ...(await findLookupConditions(pool, [{ column: ref('p.original_company_id'), ids: companies }])),
        ...(day === null ? [] : [sql<SqlBool>`p.dob = ${day}`]),
      ]);
    }),
  );
}

/** Read one page of the visible patients. */
export async function searchPatients(
  pool: Pool,
  session: Session,
  query: PatientSearch,
): Promise<PatientPage> {
  const conditions = await scopeCondition(pool, session);
  conditions.push(
    query.archived ? sql`p.deleted` : sql`NOT p.deleted`,
    ...(await searchConditions(pool, query.search)),
  );
  if (query.sexAtBirth) conditions.push(sql`p.sex_at_birth = ${query.sexAtBirth}`);
  if (query.originalCompanyId) conditions.push(sql`p.original_company_id = ${query.originalCompanyId}`);
  const { page, limit, descending } = query;
  const sort = [
    { field: query.sort, descending },
    { field: 'firstName', descending: false },
  ];
  const source = { from: ROWS, id: ref('p.id'), sort: SORT, where: conditions };
  return PatientPage.parse(await readList(pool, source, selectPatients, { sort, page, limit }));
}

const TUBES = `
  SELECT s.id, s.julian_id AS "julianId", s.requisition_number AS "requisitionNumber",
         s.customer_sample_id AS "customerSampleId", s.status,
         s.collected_at AS "collectedAt", o.id AS "orderId", o.order_number AS "orderNumber",
         o.created_at AS "orderCreatedAt", coalesce(v.name, '') AS "serviceName"
    FROM specimen s JOIN "order" o ON o.id = s.order_id LEFT JOIN service v ON v.protocol_id = o.protocol_id
   WHERE s.patient_id = $1 AND NOT s.deleted ORDER BY s.created_at DESC, s.id LIMIT 500`;

/** Read a visible patient with their specimens; throws 404 otherwise. */
export async function readPatient(pool: Pool, session: Session, id: string): Promise<ShownPatient> {
  const scopeSql = await scopeCondition(pool, session);
  const rows = narrowed(ROWS.where('p.id', '=', id), scopeSql);
  const [row] = await readRows(
    pool,
    selectPatients(rows)
      .leftJoin('company as g', 'g.id', 'p.medical_group_company_id')
      .select(['p.email', 'p.phone', 'g.name as medicalGroupName']),
  );
  if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const tubes = await pool.query({ text: TUBES, values: [id], types: rowTypes });
  return ShownPatient.parse({ ...row, tubes: tubes.rows });
}
