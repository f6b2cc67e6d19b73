import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { deleteSpecimen } from '#db/ordering/delete-specimen.ts';
import { Id } from '#db/values/id.ts';
import { jsonRoute } from '#sync-server/http/api-route.ts';
import { notifyAboutOrder } from '#sync-server/services/ordering/notify-about-order.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

const ORDER = `SELECT order_id AS id FROM specimen WHERE id = $1 AND entity = $2 AND NOT deleted`;

/**
 * `DELETE /api/lab/specimens/:id` removes a specimen from lists (domain 4.2); the reason is in the body, not
 * in the URL.
 */
export const deletionRoute = jsonRoute({
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
