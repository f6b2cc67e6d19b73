import { type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { mayDeleteSpecimen } from '#db/ordering/delete-specimen.ts';
import type { HistoryEntry } from '#db/organizations/shown-company.ts';
import { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';
import { missingFields } from '#db/specimens/accession-readiness.ts';
import { mayDecide } from '#db/specimens/customer-decision.ts';
import { decisionsFor } from '#db/specimens/decisions-for.ts';
import { discrepancy } from '#db/specimens/discrepancy.ts';
import { MIRRORING_STATUSES } from '#db/specimens/held-samples.ts';
import { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { requireVisibleCompany } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { readRows } from '#sync-server/postgres/typed-reads.ts';
import { readHistory } from '#sync-server/services/records/read-history.ts';
import { listedOf, SPECIMEN_ROWS, selectSpecimens } from './list-specimens.ts';

const one = (id: string, entity: string) =>
  selectSpecimens(SPECIMEN_ROWS)
    .select(['o.status as orderStatus', 'o.created_by_user_id as orderedBy'])
    .select([
      sql<boolean>`coalesce((SELECT clinical FROM protocol p WHERE p.id = s.protocol_id), false)`.as(
        'clinical',
      ),
      sql<boolean>`EXISTS (SELECT 1 FROM sample m WHERE m.specimen_id = s.id AND NOT m.deleted
        AND m.status = ANY (${[...MIRRORING_STATUSES]}))`.as('material'),
    ])
    .where(sql<SqlBool>`s.id = ${id} AND s.entity = ${entity}`);
const DISCREPANCIES = `SELECT ${fieldsOf(discrepancy)
  .map(({ column }) => quoted(column))
  .join(', ')} FROM discrepancy WHERE specimen_id = $1 AND NOT deleted ORDER BY created_at, id`;
const RELATED = `SELECT s.id, s.requisition_number AS "requisitionNumber", o.order_number AS "orderNumber", s.id = $2 AS before
  FROM specimen s JOIN "order" o ON o.id = s.order_id
  WHERE (s.id = $2 OR s.source_specimen_id = $1) AND s.entity = $3 AND NOT s.deleted AND NOT o.deleted
  ORDER BY s.created_at, s.id LIMIT 50`;

const MATERIAL = `SELECT batch_id AS "batchId" FROM sample WHERE specimen_id = $1 AND NOT deleted`;

interface Related {
  id: string;
  requisitionNumber: string;
  orderNumber: string;
  before: boolean;
}

const SHOWN_DATA = [
  'from',
  'to',
  'reason',
  'description',
  'note',
  'type',
  'resolution',
  'julianId',
  'changed',
];
/** Why the lab failed or repeats a specimen is internal; staff writes to the customer about it. */
const INSIDE: readonly string[] = ['SPECIMEN_FAILED', 'SPECIMEN_RESET'];

const isInside = ({ type, data }: HistoryEntry): boolean =>
  INSIDE.includes(type) ||
  FailedSampleReason.safeParse(data['reason']).success ||
  (data['from'] === 'FAILED_QC' && data['to'] === 'IN_PROGRESS');

/** Remove internal parts of an event. */
const forCustomers = (entry: HistoryEntry): HistoryEntry => ({
  ...entry,
  data: Object.fromEntries(
    Object.entries(entry.data).filter(
      ([name]) => SHOWN_DATA.includes(name) && !(name === 'reason' && isInside(entry)),
    ),
  ),
});

/**
 * Read one specimen as the reader may see it, with their possible decisions; throws 404 if it is not visible.
 */
export async function readCustomersSpecimen(
  pool: Pool,
  session: Session,
  id: string,
): Promise<ShownSpecimen> {
  const [record] = await readRows<Record<string, unknown>>(pool, one(id, session.entity));
  if (!record) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const row = rowOf(specimen, record);
  const listedSpecimen = listedOf(session, record);
  await requireVisibleCompany(pool, session, listedSpecimen.companyId);
  const customer = !seesAllCompanies(session.role);
  const [discrepancyRows, history, related, material] = await Promise.all([
    pool.query<Record<string, unknown>>({ text: DISCREPANCIES, values: [id], types: rowTypes }),
    readHistory(pool, 'Specimen', id, customer),
    pool.query<Related>(RELATED, [id, row.sourceSpecimenId, session.entity]),
    pool.query<{ batchId: string | null }>(MATERIAL, [id]),
  ]);
  const discrepancies = discrepancyRows.rows.map((one) => rowOf(discrepancy, one));
  return ShownSpecimen.parse({
    ...listedSpecimen,
    orderStatus: record['orderStatus'],
    discrepancies,
    history: customer ? history.map(forCustomers) : history,
    decisions: decisionsFor({
      specimen: row,
      open: discrepancies.filter(({ resolution }) => resolution === 'OPEN'),
      material: record['material'] === true,
      by: { role: session.role, ordered: record['orderedBy'] === session.userId },
    }),
    missing:
      row.status === 'RECEIVED_AWAITING_INFO' && mayDecide(session.role)
        ? missingFields(row, record['clinical'] === true)
        : [],
    deletion: mayDeleteSpecimen(session.role, row, material.rows)
      ? { material: material.rows.length > 0 }
      : null,
    madeFrom: related.rows.find(({ before }) => before) ?? null,
    orderedAgain: related.rows.filter(({ before }) => !before),
  });
}
