import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { ORDER_TYPE } from '#db/ordering/orders/order-terms.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipments/shipment-status.ts';
import type { TableCell } from '#db/values/csv.ts';
import { Id } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, type AppServices, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { everyRow, logExport, sendTable, tableQueryOf } from '#sync-server/reads/send-table.ts';
import { approvalRoutes } from '#sync-server/services/ordering/approvals/approval-routes.ts';
import {
  draftRoutes,
  orderFileRoutes,
  purchaseOrderRoutes,
} from '#sync-server/services/ordering/drafts/draft-routes.ts';
import { listOrders, ORDER_LIST, readOrderChoices } from './list-orders.ts';
import { continuationRoutes, orderOperationRoutes, registrationRoutes } from './order-operation-routes.ts';
import { readOrder } from './read-order.ts';
import { readOrdersSummary, readSalesPortal } from './read-orders-summary.ts';

const HEADERS = [
  'Order',
  'Status',
  'Organization',
  'Service',
  'Project',
  'Type',
  'Specimens',
  'Received',
  'Total',
  'Payment',
  'Shipment',
  'Tracking number',
  'Submitted',
  'Completed',
];

/** `GET /api/orders/export`: all pages of the filtered list, as CSV or a workbook. */
const exportOrders = (family: 'orders' | 'lab/orders'): ApiRoute =>
  streamRoute({
    method: 'get',
    path: `/api/${family}/export`,
    access: `${family}:read`,
    handler: async (call, request, response) => {
      const { services, session } = call;
      const { format, list: query } = tableQueryOf(listQueryOf(ORDER_LIST), call.query);
      const zone = services.env.LAB_TIMEZONE;
      const today = labDayOf(services.now().toISOString(), zone);
      const dayOf = (moment: string | null): string => (moment === null ? '' : labDayOf(moment, zone));
      const rows = await everyRow((page) => listOrders(services.pool, session, { ...query, ...page }, today));
      const lines = rows.map((row): TableCell[] => [
        row.orderNumber,
        ORDER_STATUS[row.status].label,
        row.companyName,
        row.serviceName,
        row.projectName ?? '',
        ORDER_TYPE[row.orderType],
        row.specimenCount,
        row.receivedCount,
        { cents: row.total },
        INVOICE_STATUS[row.paymentStatus].label,
        SHIPMENT_STATUS[row.shipmentStatus].label,
        row.trackingNumber ?? '',
        dayOf(row.submittedAt),
        dayOf(row.completedAt),
      ]);
      await logExport(services, session, family, request);
      await sendTable(response, `orders-${today}`, format, [HEADERS, ...lines]);
    },
  });

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
