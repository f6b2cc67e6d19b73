import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { createUpload, UploadRequest } from '#sync-server/services/records/create-upload.ts';
import { listFiles } from '#sync-server/services/records/list-files.ts';

/**
 * The files of an order for staff; mounted before `/api/lab/orders/:id`, which would take `files` for an
 * order.
 */
export const orderFileRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/orders/files',
    access: 'lab/orders/files:read',
    query: z.strictObject({ orderId: Id }),
    handler: ({ services, session, query }) =>
      listFiles(services, session, { targetType: 'Order', targetId: query.orderId }),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/orders/files/:orderId',
    access: 'lab/orders/files:create',
    params: z.strictObject({ orderId: Id }),
    body: UploadRequest.omit({ fileType: true, targetType: true, targetId: true }),
    handler: async ({ services, session, params, body }) =>
      created(
        await createUpload(services, session, {
          ...body,
          fileType: 'ORDER_DOCUMENT',
          targetType: 'Order',
          targetId: params.orderId,
        }),
      ),
  }),
];
