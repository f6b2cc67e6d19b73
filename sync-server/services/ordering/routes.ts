import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { Id } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, type AppServices, jsonRoute } from '#sync-server/http/api-route.ts';
import { approvalRoutes } from './approval-routes.ts';
import { continuationRoutes } from './continuation-routes.ts';
import { draftRoutes } from './draft-routes.ts';
import { exportOrders } from './export-orders.ts';
import { listOrders, ORDER_LIST } from './list-orders.ts';
import { orderFileRoutes } from './order-file-routes.ts';
import { orderOperationRoutes } from './order-operation-routes.ts';
import { purchaseOrderRoutes } from './purchase-order-routes.ts';
import { readOrder } from './read-order.ts';
import { readOrderChoices } from './read-order-choices.ts';
import { readOrdersSummary } from './read-orders-summary.ts';
import { readSalesPortal } from './read-sales-portal.ts';
import { registrationRoutes } from './registration-routes.ts';

const zoneOf = ({ now, env }: Pick<AppServices, 'now' | 'env'>) => ({
  today: labDayOf(now().toISOString(), env.LAB_TIMEZONE),
  timeZone: env.LAB_TIMEZONE,
});

/** List, export and detail of one family: `orders` for customers, `lab/orders` for staff. */
const readRoutesOf = (family: 'orders' | 'lab/orders'): readonly ApiRoute[] => [
  jsonRoute({
    method: 'get',
    path: `/api/${family}`,
    access: `${family}:read`,
    query: listQueryOf(ORDER_LIST),
    handler: ({ services, session, query }) =>
      listOrders(
        services.pool,
        session,
        query,
        labDayOf(services.now().toISOString(), services.env.LAB_TIMEZONE),
      ),
  }),
  exportOrders(family),
  jsonRoute({
    method: 'get',
    path: `/api/${family}/choices`,
    access: `${family}:read`,
    handler: ({ services, session }) => readOrderChoices(services.pool, session),
  }),
  jsonRoute({
    method: 'get',
    path: `/api/${family}/:id`,
    access: `${family}:read`,
    params: z.strictObject({ id: Id }),
    handler: ({ services, session, params }) => readOrder(services.pool, session, params.id),
  }),
];

/** `/api/orders` and `/api/lab/orders`, the wizard and the approvals. */
export const orderRoutes: readonly ApiRoute[] = [
  ...draftRoutes,
  ...continuationRoutes,
  ...purchaseOrderRoutes,
  ...orderFileRoutes,
  ...approvalRoutes,
  jsonRoute({
    method: 'get',
    path: '/api/orders/summary',
    access: 'orders:read',
    handler: ({ services, session }) => readOrdersSummary(services.pool, session, zoneOf(services)),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/lab/orders/desk',
    access: 'lab/orders:read',
    handler: ({ services, session }) => readSalesPortal(services.pool, session, zoneOf(services)),
  }),
  ...readRoutesOf('orders'),
  ...readRoutesOf('lab/orders'),
  ...registrationRoutes,
  ...orderOperationRoutes,
];
