import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { visibleEntities } from '#db/access/lab.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { OPEN_WORK, unfinishedWork, type Worked } from '#db/specimens/results/finished-work.ts';
import { ListedSpecimen, SPECIMEN_LIST } from '#db/specimens/shown-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fieldsOf, rowOf } from '#sync-server/postgres/row-mapping.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { type ListPage, readList, type SortColumn } from '#sync-server/reads/read-list.ts';
import {
  either,
  findLookupConditions,
  isFoundIn,
  isLike,
  isOneOf,
  likeText,
} from '#sync-server/reads/search-rows.ts';
import { isOfTenant, type Tenant, tenantOf } from '#sync-server/reads/tenant.ts';
import { repeatedInSql } from '#sync-server/services/ordering/orders/order-sql.ts';
import { maskRow } from '#sync-server/services/patients/mask-patients.ts';

/**
 * SQL: samples of specimens in work without any sample still in progress. They are few, and the rule decides
 * which are done.
 */
const CANDIDATES = `
  SELECT m.specimen_id AS "specimenId", m.barcode, m.status, m.stage, m.flagged_for_review AS "flaggedForReview",
         m.sample_preparation_procedure_id AS "samplePreparationProcedureId",
         m.extraction_procedure_id AS "extractionProcedureId",
         m.library_preparation_procedure_id AS "libraryPreparationProcedureId",
         m.sequencing_procedure_id AS "sequencingProcedureId"
    FROM specimen s JOIN sample m ON m.specimen_id = s.id AND NOT m.deleted
   WHERE s.status = 'IN_PROGRESS' AND s.entity = ANY ($1) AND NOT s.deleted
     AND NOT EXISTS (SELECT 1 FROM sample o
       WHERE o.specimen_id = s.id AND o.status = ANY ($2) AND NOT o.deleted)
   ORDER BY m.id`;

/** Read the specimens in work that only need their results released. */
async function specimensWithWorkDone(pool: Pool, entities: readonly BusinessEntity[]): Promise<string[]> {
  const { rows } = await pool.query<Worked & { specimenId: string }>(CANDIDATES, [entities, [...OPEN_WORK]]);
  const bySpecimen = new Map<string, Worked[]>();
  for (const row of rows) bySpecimen.set(row.specimenId, [...(bySpecimen.get(row.specimenId) ?? []), row]);
  return [...bySpecimen].flatMap(([id, samples]) => (unfinishedWork(samples).length === 0 ? [id] : []));
}

/** SQL: specimens joined with their orders. */
export const SPECIMEN_ROWS = reads
  .selectFrom('specimen as s')
  .innerJoin('order as o', 'o.id', 's.order_id')
  .where(sql<SqlBool>`NOT s.deleted AND NOT o.deleted`);

const { ref } = expressionBuilder(SPECIMEN_ROWS);
const OF_ORDER: Readonly<Record<string, SortColumn>> = {
  projectId: { by: ref('o.project_id'), nullable: true },
  companyId: { by: ref('o.company_id') },
  orderNumber: { by: ref('o.order_number'), nullable: true },
};
// The marked edge: the fields are those of the entity's own declaration.
const OF_SPECIMEN = fieldsOf(specimen).map(({ field, column, nullable }) => ({
  field,
  column,
  sort: { by: sql.ref(`s.${column}`), nullable },
}));
const COLUMNS: Readonly<Record<string, SortColumn>> = {
  ...Object.fromEntries(OF_SPECIMEN.map(({ field, sort }) => [field, sort])),
  ...OF_ORDER,
};

/** SQL: completed work whose results are not released, as `areResultsDue` decides for a row. */
const TO_RELEASE = sql<SqlBool>`(s.status IN ('COMPLETED', 'IN_STORAGE')
  AND s.completed_at IS NOT NULL AND s.results_released_at IS NULL)`;

/** Join all data that a customer sees of a specimen. */
export const selectSpecimens = (rows: typeof SPECIMEN_ROWS) =>
  rows
    .select(OF_SPECIMEN.map(({ column, sort }) => sql<unknown>`${sort.by}`.as(column)))
    .select([
      'o.order_number as orderNumber',
      'o.created_at as orderCreatedAt',
      'o.company_id as companyId',
      'o.project_id as projectId',
    ])
    .select((eb) => [
      eb.selectFrom('company as c').select('c.name').whereRef('c.id', '=', 'o.company_id').as('companyName'),
      eb.selectFrom('project as p').select('p.name').whereRef('p.id', '=', 'o.project_id').as('projectName'),
      sql<string>`coalesce((SELECT min(name) FROM service v WHERE v.protocol_id = s.protocol_id), '')`.as(
        'serviceName',
      ),
      sql<string | null>`${sql.raw(repeatedInSql('s'))}`.as('repeatedIn'),
    ]);

/** Present a row to its customer; the patient only with PATIENTS_VIEW. */
export function listedOf(session: Session, record: Record<string, unknown>): ListedSpecimen {
  const row = maskRow(session, specimen, rowOf(specimen, record));
  const {
    orderNumber,
    orderCreatedAt,
    companyId,
    companyName,
    serviceName,
    projectId,
    projectName,
    repeatedIn,
  } = record;
  return ListedSpecimen.parse({
    ...row,
    orderNumber,
    orderCreatedAt,
    companyId,
    companyName,
    serviceName,
    projectId,
    projectName,
    repeatedIn,
  });
}

/**
 * `results=RELEASED`, and `TO_RELEASE` for readers of the lab's progress, for whom `workDone` is not null.
 */
const resultsCondition = (requested: readonly string[], workDone: readonly string[] | null) =>
  either([
    ...(requested.includes('RELEASED') ? [sql<SqlBool>`s.results_released_at IS NOT NULL`] : []),
    ...(requested.includes('TO_RELEASE') && workDone
      ? [either([isOneOf(ref('s.id'), workDone), TO_RELEASE])]
      : []),
  ]);

/**
 * Build search conditions over what a row shows besides its own numbers: order, organization, project and
 * service.
 */
const namedLike = async (pool: Pool, term: string): Promise<readonly Expression<SqlBool>[]> => {
  const orders = reads.selectFrom('order').select('id');
  const companies = reads.selectFrom('company').select('id').where('name', 'ilike', term);
  const projects = reads.selectFrom('project').select('id').where('name', 'ilike', term);
  const services = reads.selectFrom('service').select('protocol_id as id').where('name', 'ilike', term);
  return [
    isFoundIn(ref('s.order_id'), orders.where('order_number', 'ilike', term)),
    isFoundIn(
      ref('s.order_id'),
      orders.where((eb) => isFoundIn(eb.ref('company_id'), companies)),
    ),
    isFoundIn(
      ref('s.order_id'),
      orders.where((eb) => isFoundIn(eb.ref('project_id'), projects)),
    ),
    ...(await findLookupConditions(pool, [{ column: ref('s.protocol_id'), ids: services }])),
  ];
};

async function conditionsOf(
  pool: Pool,
  query: ListQuery,
  tenant: Tenant,
  scope: { companyScope: 'all' | readonly string[]; workDone: readonly string[] | null },
): Promise<readonly Expression<SqlBool>[]> {
  const { companyScope, workDone } = scope;
  const conditions: Expression<SqlBool>[] = isOfTenant(tenant, 's');
  if (companyScope !== 'all') conditions.push(isOneOf(ref('o.company_id'), companyScope));
  for (const field of SPECIMEN_LIST.filter) {
    const requested = query.filter[field];
    if (requested && field === 'results') conditions.push(resultsCondition(requested, workDone));
    else if (requested && COLUMNS[field]) conditions.push(isOneOf(COLUMNS[field].by, requested));
  }
  if (query.search !== '') {
    const term = likeText(query.search);
    const own = [
      ref('s.julian_id'),
      ref('s.requisition_number'),
      ref('s.customer_sample_id'),
      ref('s.tube_barcode'),
    ];
    conditions.push(either([isLike(own, term), ...(await namedLike(pool, term))]));
  }
  return conditions;
}

/** Read one page of visible specimens: of the orders of the reader's own companies, or all for staff. */
export async function listSpecimens(
  pool: Pool,
  session: Session,
  query: ListQuery,
): Promise<ListPage<ListedSpecimen>> {
  const companyScope = await visibleCompanies(pool, session);
  const needsWorkDone = companyScope === 'all' && query.filter['results']?.includes('TO_RELEASE');
  const workDone = needsWorkDone ? await specimensWithWorkDone(pool, visibleEntities(session)) : null;
  const conditions = await conditionsOf(pool, query, tenantOf(session), { companyScope, workDone });
  const source = { from: SPECIMEN_ROWS, id: ref('s.id'), sort: COLUMNS, where: conditions };
  const page = await readList(pool, source, selectSpecimens, query);
  return { ...page, rows: page.rows.map((record) => listedOf(session, record)) };
}
