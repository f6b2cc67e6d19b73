import type { Pool } from 'pg';
import { visibleEntities } from '#db/access/lab.ts';
import * as calls from '#db/api/specimens/lab-specimens.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { deleteSpecimen } from '#db/ordering/orders/delete-specimen.ts';
import { RequisitionCheck, specimen } from '#db/specimens/specimen.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { serveFamilyOperation, serveOperation, serveRows } from '#sync-server/services/family-routes.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/orders/notify-about-order.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { photoRoutes } from './photo-routes.ts';

const FORM = specimen.schema.shape.requisitionNumber;
// The owner stays hidden: a number is taken or free. A row of the same draft keeps its own.
const NUMBER_IN_USE = `SELECT 1 FROM specimen
  WHERE entity = $1 AND requisition_number = $2 AND NOT ($3::text IS NOT NULL AND order_id = $3 AND status = 'DRAFT')
  LIMIT 1`;

/** Check a requisition number while it is typed; saving checks it again. */
async function checkRequisitionNumber(
  pool: Pool,
  { entity }: Pick<Session, 'entity'>,
  request: { requisitionNumber: string; orderId?: string | undefined },
): Promise<RequisitionCheck> {
  const number = request.requisitionNumber.toUpperCase();
  if (!FORM.safeParse(number).success)
    return { available: false, message: 'Use 3 to 32 capital letters, digits or hyphens.' };
  const { rowCount } = await pool.query(NUMBER_IN_USE, [entity, number, request.orderId ?? null]);
  return RequisitionCheck.parse(
    rowCount
      ? { available: false, message: 'Requisition number already in use.' }
      : { available: true, message: null },
  );
}

const ORDER = `SELECT order_id AS id FROM specimen WHERE id = $1 AND entity = ANY ($2) AND NOT deleted`;

/** `/api/lab/specimens`. A move names one sample and its new location, like the operation `move-sample`. */
export const specimenRoutes: readonly ApiRoute[] = [
  serveCall(calls.checkRequisitionNumber, ({ services, session, query }) =>
    checkRequisitionNumber(services.pool, session, query),
  ),
  ...photoRoutes,
  ...serveRows(specimen, calls.listLabSpecimens, calls.readLabSpecimen),
  // Removed from lists only (domain 4.2).
  serveCall(calls.deleteSpecimen, async ({ services, session, params, body: { reason } }) => {
    const { id: specimenId } = params;
    const { rows } = await services.pool.query<{ id: string }>(ORDER, [specimenId, visibleEntities(session)]);
    const orderId = rows[0]?.id;
    if (!orderId) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const args = { specimenId, reason };
    await executeOperation(engineOf(services), session, deleteSpecimen, args, {}, (client) =>
      // Sent only if nothing is left of the order.
      notifyAboutOrder(client, services, session, { orderId, operation: 'canceled', reason }),
    );
  }),
  serveOperation(calls.moveSample, 'move-sample'),
  serveOperation(calls.overrideSpecimen, 'override-specimen'),
  serveFamilyOperation(calls.changeSpecimen, ['lab/specimens', 'lab/specimens/move', 'lab/custody']),
];
