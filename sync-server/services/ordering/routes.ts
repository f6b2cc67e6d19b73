import { order } from '#db/ordering/order.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { readRoutes } from '#sync-server/services/listing/read-routes.ts';

/** `/api/lab/orders`, as the bench reads them. */
export const orderRoutes: readonly ApiRoute[] = readRoutes('lab/orders', order);
