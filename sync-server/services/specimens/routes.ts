import type { Pool } from 'pg';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { deleteSpecimen } from '#db/ordering/orders/delete-specimen.ts';
import { RequisitionCheck, specimen } from '#db/specimens/specimen.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { familyOperationRoute, operationRoute, readRoutes } from '#sync-server/services/family-routes.ts';
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

const ORDER = `SELECT order_id AS id FROM specimen WHERE id = $1 AND entity = $2 AND NOT deleted`;

/**
 * `DELETE /api/lab/specimens/:id` removes a specimen from lists (domain 4.2); the reason is in the body, not
 * in the URL.
 */
const deletionRoute = jsonRoute({
  method: 'delete',
  path: '/api/lab/specimens/:id',
  access: 'lab/specimens:delete',
  params: z.strictObject({ id: Id }),
  body: deleteSpecimen.args.omit({ specimenId: true }),
  handler: async ({ services, session, params, body }) => {
    const { id: specimenId } = params;
    const { rows } = await services.pool.query<{ id: string }>(ORDER, [specimenId, session.entity]);
    const orderId = rows[0]?.id;
    if (!orderId) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const { reason } = body;
    const args = { specimenId, reason };
    await executeOperation(engineOf(services), session, deleteSpecimen, args, {}, (client) =>
      // Sent only if nothing is left of the order.
      notifyAboutOrder(client, services, session, { orderId, operation: 'canceled', reason }),
    );
  },
});

/** `/api/lab/specimens`. A move names one sample and its new location, like the operation `move-sample`. */
export const specimenRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/specimens/check-requisition-number',
    access: 'lab/specimens/check-requisition-number:read',
    query: z.strictObject({
      requisitionNumber: z.string().trim().min(1).max(100),
      orderId: Id.optional(),
    }),
    handler: ({ services, session, query }) => checkRequisitionNumber(services.pool, session, query),
  }),
  ...photoRoutes,
  ...readRoutes('lab/specimens', specimen),
  deletionRoute,
  operationRoute({
    method: 'patch',
    path: '/api/lab/specimens/move',
    access: 'lab/specimens/move:update',
    operation: 'move-sample',
  }),
  operationRoute({
    method: 'patch',
    path: '/api/lab/specimens/override',
    access: 'lab/specimens:update',
    operation: 'override-specimen',
  }),
  familyOperationRoute({
    path: '/api/lab/specimens',
    access: 'lab/specimens:update',
    families: ['lab/specimens', 'lab/specimens/move', 'lab/custody'],
  }),
];
