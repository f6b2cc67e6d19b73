import type { Pool } from 'pg';
import { ListedSpecimen, SPECIMEN_LIST, type SpecimenPage } from '#db/specimens/listed-specimen.ts';
import { RESULTS_STANDING } from '#db/specimens/results-standing.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { companiesInSight } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { columnOf, fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { type ListQuery, listQueryOf } from '#sync-server/services/listing/list-query.ts';
import { repeatedInSql } from '#sync-server/services/ordering/repeated-in-sql.ts';
import { seesPatients, withoutPatient } from '#sync-server/services/patients/mask-patients.ts';
import { specimensWithWorkDone } from './work-done.ts';

const OF_ORDER: Record<string, string> = {
  projectId: 'o.project_id',
  companyId: 'o.company_id',
  orderNumber: 'o.order_number',
};
const columnIn = (field: string): string => OF_ORDER[field] ?? `s.${quoted(columnOf(field))}`;

const SEARCHED = [
  's.julian_id',
  's.requisition_number',
  's.customer_sample_id',
  's.tube_barcode',
  'o.order_number',
];
/** Completed work whose results are not released, as `areResultsDue` tells it of a row. */
const TO_RELEASE = `(s.status IN ('COMPLETED', 'IN_STORAGE')
  AND s.completed_at IS NOT NULL AND s.results_released_at IS NULL)`;
const FROM = `FROM specimen s JOIN "order" o ON o.id = s.order_id`;
const BESIDE = `o.order_number AS "orderNumber", o.company_id AS "companyId", o.project_id AS "projectId",
  (SELECT name FROM company c WHERE c.id = o.company_id) AS "companyName",
  coalesce((SELECT min(name) FROM service v WHERE v.protocol_id = s.protocol_id), '') AS "serviceName",
  (SELECT name FROM project p WHERE p.id = o.project_id) AS "projectName",
  ${repeatedInSql('s')} AS "repeatedIn"`;
/** Everything that is read of a specimen for its customer. */
export const SPECIMEN_COLUMNS = `${fieldsOf(specimen)
  .map(({ column }) => `s.${quoted(column)}`)
  .join(', ')}, ${BESIDE}`;

/** A row as its customer reads it; without PATIENTS_VIEW nobody reads whose tube it is. */
export function listedOf(session: Session, record: Record<string, unknown>): ListedSpecimen {
  const whole = rowOf(specimen, record);
  const row = seesPatients(session) ? whole : withoutPatient(specimen.table, whole);
  const { orderNumber, companyId, companyName, serviceName, projectId, projectName, repeatedIn } = record;
  return ListedSpecimen.parse({
    ...row,
    orderNumber,
    companyId,
    companyName,
    serviceName,
    projectId,
    projectName,
    repeatedIn,
  });
}

/** How a list of specimens is asked for. */
export const SpecimenQuery = listQueryOf({
  list: SPECIMEN_LIST,
  schema: specimen.schema,
  words: { results: RESULTS_STANDING.map(({ value }) => value) },
});

/** `results=RELEASED`, and `TO_RELEASE` for those who are told how far the lab is: `workDone` is then not null. */
function resultsCondition(wanted: readonly string[], workDone: string | null): string {
  const stands = [
    wanted.includes('RELEASED') && 's.results_released_at IS NOT NULL',
    wanted.includes('TO_RELEASE') &&
      workDone !== null &&
      `(s.id = ANY (${workDone}::text[]) OR ${TO_RELEASE})`,
  ].filter(Boolean);
  return stands.length > 0 ? `(${stands.join(' OR ')})` : 'false';
}

function conditionsOf(
  query: ListQuery,
  entity: string,
  sight: 'all' | readonly string[],
  workDone: readonly string[] | null,
) {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [`s.entity = ${bind(entity)}`, 'NOT s.deleted', 'NOT o.deleted'];
  if (sight !== 'all') conditions.push(`o.company_id = ANY (${bind(sight)}::text[])`);
  for (const field of SPECIMEN_LIST.filter) {
    const wanted = query.filter[field];
    if (wanted && field === 'results') conditions.push(resultsCondition(wanted, workDone && bind(workDone)));
    else if (wanted) conditions.push(`${columnIn(field)} = ANY (${bind(wanted)}::text[])`);
  }
  if (query.search !== '') {
    const term = bind(`%${query.search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
    conditions.push(`(${SEARCHED.map((column) => `${column} ILIKE ${term}`).join(' OR ')})`);
  }
  return { where: conditions.join(' AND '), values, bind };
}

/** One page of the specimens that somebody sees: those of the orders of their own companies, or for staff of all. */
export async function listSpecimens(pool: Pool, session: Session, query: ListQuery): Promise<SpecimenPage> {
  const sight = await companiesInSight(pool, session);
  const asksWork = sight === 'all' && query.filter['results']?.includes('TO_RELEASE');
  const workDone = asksWork ? await specimensWithWorkDone(pool, session.entity) : null;
  const { where, values, bind } = conditionsOf(query, session.entity, sight, workDone);
  const count = await pool.query<{ total: number }>(`SELECT count(*)::int AS total ${FROM} WHERE ${where}`, [
    ...values,
  ]);
  const order = [...query.sort, { field: 'id', descending: false }]
    .map(({ field, descending }) => `${columnIn(field)} ${descending ? 'DESC' : 'ASC'} NULLS LAST`)
    .join(', ');
  const page = `LIMIT ${bind(query.limit)} OFFSET ${bind((query.page - 1) * query.limit)}`;
  const text = `SELECT ${SPECIMEN_COLUMNS} ${FROM} WHERE ${where} ORDER BY ${order} ${page}`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values, types: rowTypes });
  return {
    rows: rows.map((record) => listedOf(session, record)),
    total: count.rows[0]?.total ?? 0,
    page: query.page,
    limit: query.limit,
  };
}
