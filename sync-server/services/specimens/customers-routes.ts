import { type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import type { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import type { CallDefinition } from '#db/api/call-definition.ts';
import * as calls from '#db/api/specimens/specimens.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { shownRequisition } from '#db/ordering/manifest/requisition-number.ts';
import { mayDeleteSpecimen } from '#db/ordering/orders/delete-specimen.ts';
import type { HistoryEntry } from '#db/organizations/shown-company.ts';
import { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { missingFields } from '#db/specimens/accession/accession-readiness.ts';
import { completeSpecimenInfo } from '#db/specimens/complete-specimen-info.ts';
import { decideSpecimen, decisionsFor } from '#db/specimens/discrepancies/decide-specimen.ts';
import { discrepancy, mayDecide, type SpecimenDecision } from '#db/specimens/discrepancies/discrepancy.ts';
import { MIRRORING_STATUSES } from '#db/specimens/holding/held-samples.ts';
import { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { SpecimenInfo } from '#db/specimens/specimen-info.ts';
import { SOURCE_SPECIES, SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { specimenDisplay } from '#db/specimens/specimen-status.ts';
import type { DayCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { orderName } from '#db/values/order-name.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { readRows } from '#sync-server/postgres/typed-reads.ts';
import { everyRow, logExport, sendTable, tableQueryOf } from '#sync-server/reads/send-table.ts';
import { isOfTenant, type Tenant, tenantOf } from '#sync-server/reads/tenant.ts';
import { readOrderChoices } from '#sync-server/services/ordering/orders/list-orders.ts';
import { readFigures } from '#sync-server/services/ordering/orders/read-figures.ts';
import { readHistory } from '#sync-server/services/records/events/read-history.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { listedOf, listSpecimens, SPECIMEN_ROWS, selectSpecimens } from './list-specimens.ts';

const HEADERS = [
  'Sample ID',
  'Requisition',
  'Julian ID',
  'Status',
  'Order',
  'Organization',
  'Service',
  'Project',
  'Species',
  'Specimen type',
  'Plate',
  'Well',
  'Received',
  'Completed',
];

/** `GET /api/specimens/export`: all pages of the filtered list, in the reader's terms. */
const exportSpecimens: ApiRoute = streamRoute({
  ...calls.exportSpecimens,
  definition: calls.exportSpecimens,
  handler: async (call, request, response) => {
    const { services, session } = call;
    const customer = !seesAllCompanies(session.role);
    const { format, list } = tableQueryOf(calls.listSpecimens.query, call.query);
    const zone = services.env.LAB_TIMEZONE;
    const dayOf = (moment: string | null): DayCell => ({
      day: moment === null ? null : labDayOf(moment, zone),
    });
    const rows = await everyRow((page) => listSpecimens(services.pool, session, { ...list, ...page }));
    const lines = rows.map((row) => [
      row.customerSampleId,
      shownRequisition(row.requisitionNumber) ?? '',
      row.julianId ?? '',
      specimenDisplay(row.status, customer, row.repeatedIn).label,
      orderName({ ...row, createdAt: row.orderCreatedAt }, zone),
      row.companyName,
      row.serviceName,
      row.projectName ?? '',
      row.otherSpeciesText ?? SOURCE_SPECIES[row.providedSourceSpecies],
      row.otherSpecimenTypeText ?? SPECIMEN_TYPE[row.providedSpecimenType],
      row.shipmentPlateLocation ? String(row.shipmentPlateNumber ?? 1) : '',
      row.shipmentPlateLocation ?? '',
      dayOf(row.receivedAt),
      dayOf(row.completedAt),
    ]);
    await logExport(services, session, 'specimens', request);
    const today = labDayOf(services.now().toISOString(), zone);
    await sendTable(response, `specimens-${today}`, format, [HEADERS, ...lines]);
  },
});

const one = (id: string, tenant: Tenant) =>
  selectSpecimens(SPECIMEN_ROWS)
    .select(['o.status as orderStatus', 'o.created_by_user_id as orderedBy'])
    .select([
      sql<boolean>`coalesce((SELECT clinical FROM protocol p WHERE p.id = s.protocol_id), false)`.as(
        'clinical',
      ),
      sql<boolean>`EXISTS (SELECT 1 FROM sample m WHERE m.specimen_id = s.id AND NOT m.deleted
        AND m.status = ANY (${[...MIRRORING_STATUSES]}))`.as('material'),
    ])
    .where(({ and }) => and([sql<SqlBool>`s.id = ${id}`, ...isOfTenant(tenant, 's')]));
const DISCREPANCIES = `SELECT ${fieldsOf(discrepancy)
  .map(({ column }) => quoted(column))
  .join(', ')} FROM discrepancy WHERE specimen_id = $1 AND NOT deleted ORDER BY created_at, id`;
const RELATED = `SELECT s.id, s.requisition_number AS "requisitionNumber", s.customer_sample_id AS "customerSampleId",
  o.order_number AS "orderNumber", s.id = $2 AS before
  FROM specimen s JOIN "order" o ON o.id = s.order_id
  WHERE (s.id = $2 OR s.source_specimen_id = $1) AND s.entity = ANY ($3) AND NOT s.deleted AND NOT o.deleted
  ORDER BY s.created_at, s.id LIMIT 50`;

const MATERIAL = `SELECT batch_id AS "batchId" FROM sample WHERE specimen_id = $1 AND NOT deleted`;

interface Related {
  id: string;
  requisitionNumber: string;
  customerSampleId: string;
  orderNumber: string | null;
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
  const [record] = await readRows<Record<string, unknown>>(pool, one(id, tenantOf(session)));
  if (!record) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const row = rowOf(specimen, record);
  const listedSpecimen = listedOf(session, record);
  await requireVisibleCompany(pool, session, listedSpecimen.companyId);
  const customer = !seesAllCompanies(session.role);
  const [discrepancyRows, history, related, material, figures] = await Promise.all([
    pool.query<Record<string, unknown>>({ text: DISCREPANCIES, values: [id], types: rowTypes }),
    readHistory(pool, 'Specimen', id, customer),
    pool.query<Related>(RELATED, [id, row.sourceSpecimenId, visibleEntities(session)]),
    pool.query<{ batchId: string | null }>(MATERIAL, [id]),
    readFigures(pool, { orderId: row.orderId, specimenId: id }, !customer),
  ]);
  const discrepancies = discrepancyRows.rows.map((one) => rowOf(discrepancy, one));
  return ShownSpecimen.parse({
    ...listedSpecimen,
    figures: figures[id] ?? null,
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

type SpecimenId = z.ZodType<{ id: string }>;

/** Mount a decision about a specimen: of its customer, or recorded by customer service. */
const serveDecision = (
  definition: CallDefinition<Grant, SpecimenId, undefined, typeof SpecimenDecision>,
): ApiRoute =>
  serveCall(definition, async ({ services, session, params, body }) => {
    await readCustomersSpecimen(services.pool, session, params.id);
    const args = { ...body, specimenId: params.id };
    await executeOperation(engineOf(services), session, decideSpecimen, args);
    return readCustomersSpecimen(services.pool, session, params.id);
  });

/** Mount the completion of a specimen's information: by its customer, or recorded by customer service. */
const serveCompletion = (
  definition: CallDefinition<Grant, SpecimenId, undefined, z.ZodType<{ info: SpecimenInfo }>>,
): ApiRoute =>
  serveCall(definition, async ({ services, session, params, body }) => {
    await readCustomersSpecimen(services.pool, session, params.id);
    const args = { ...body, specimenId: params.id };
    await executeOperation(engineOf(services), session, completeSpecimenInfo, args);
    return readCustomersSpecimen(services.pool, session, params.id);
  });

/** `/api/specimens`: specimens as customers see them, and their decisions. */
export const customersSpecimenRoutes: readonly ApiRoute[] = [
  serveCall(calls.listSpecimens, ({ services, session, query }) =>
    listSpecimens(services.pool, session, query),
  ),
  exportSpecimens,
  serveCall(calls.listSpecimenChoices, ({ services, session }) => readOrderChoices(services.pool, session)),
  serveCall(calls.readSpecimen, ({ services, session, params }) =>
    readCustomersSpecimen(services.pool, session, params.id),
  ),
  serveDecision(calls.decideSpecimen),
  serveCompletion(calls.completeSpecimenInfo),
  serveDecision(calls.recordSpecimenDecision),
  serveCompletion(calls.recordSpecimenInfo),
];
