import * as calls from '#db/api/ordering/order-files.ts';
import { attachPurchaseOrder } from '#db/ordering/orders/attach-purchase-order.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { createUpload } from '#sync-server/services/records/files/create-upload.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { listFiles } from '#sync-server/services/records/files/list-files.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readDraft, requireDraft } from './read-draft.ts';

/** Delete the bytes of a replaced purchase order; if that fails, nobody can see them anyway. */
async function removeBefore({ pool, env, logger }: AppServices, fileId: string | null): Promise<void> {
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM s3_file WHERE id = $1 AND deleted', [
    fileId,
  ]);
  for (const { key } of rows)
    await fileStoreOf(env)
      .remove(key)
      .catch((error: unknown) =>
        logger.error({ err: String(error) }, 'the bytes of a purchase order were not removed'),
      );
}

/** Attach an uploaded file as the purchase order of a draft, or remove it with null; returns the draft. */
const purchaseOrderRoute = (
  definition: typeof calls.attachPurchaseOrder | typeof calls.attachLabPurchaseOrder,
): ApiRoute =>
  serveCall(definition, async ({ services, session, params: { id: orderId }, body: { fileId } }) => {
    await requireDraft(services.pool, session, orderId);
    const { rows } = await services.pool.query<{ id: string | null }>(
      'SELECT purchase_order_file_id AS id FROM "order" WHERE id = $1',
      [orderId],
    );
    await executeOperation(engineOf(services), session, attachPurchaseOrder, { orderId, fileId });
    await removeBefore(services, rows[0]?.id ?? null);
    return readDraft(services, session, orderId);
  });

/**
 * Purchase orders of drafts, and the files of an order for staff; mounted before `/api/lab/orders/:id`, which
 * would take `files` for an order.
 */
export const orderFileRoutes: readonly ApiRoute[] = [
  purchaseOrderRoute(calls.attachPurchaseOrder),
  purchaseOrderRoute(calls.attachLabPurchaseOrder),
  serveCall(calls.listOrderFiles, ({ services, session, query }) =>
    listFiles(services, session, { targetType: 'Order', targetId: query.orderId }),
  ),
  serveCall(calls.uploadOrderFile, ({ services, session, params, body }) =>
    createUpload(services, session, {
      ...body,
      fileType: 'ORDER_DOCUMENT',
      targetType: 'Order',
      targetId: params.orderId,
    }),
  ),
];
