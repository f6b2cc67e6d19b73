import { z } from 'zod';
import { attachPurchaseOrder } from '#db/ordering/attach-purchase-order.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, type AppServices, jsonRoute } from '#sync-server/http/api-route.ts';
import { fileStoreOf } from '#sync-server/services/records/file-store.ts';
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
export const purchaseOrderRoutes: readonly ApiRoute[] = (
  [
    ['/api/create-order', 'create-order'],
    ['/api/lab/orders/drafts', 'lab/orders'],
  ] as const
).map(([base, family]) =>
  jsonRoute({
    method: 'post',
    path: `${base}/:id/purchase-order`,
    access: `${family}:create`,
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ fileId: Id.nullable() }),
    handler: async ({ services, session, params: { id: orderId }, body: { fileId } }) => {
      await requireDraft(services.pool, session, orderId);
      const { rows } = await services.pool.query<{ id: string | null }>(
        'SELECT purchase_order_file_id AS id FROM "order" WHERE id = $1',
        [orderId],
      );
      await executeOperation(engineOf(services), session, attachPurchaseOrder, { orderId, fileId });
      await removeBefore(services, rows[0]?.id ?? null);
      return readDraft(services, session, orderId);
    },
  }),
);
