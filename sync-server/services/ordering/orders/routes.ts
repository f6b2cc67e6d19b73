import { familyOfCall } from '#db/api/call-definition.ts';
import type { ListViewDefinition } from '#db/api/list-counts.ts';
import { listQueryOf } from '#db/api/list-query.ts';
import * as labOrders from '#db/api/ordering/lab-orders.ts';
import * as orders from '#db/api/ordering/orders.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import { type ListedOrder, ORDER_LIST } from '#db/ordering/orders/listed-order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { ORDER_TYPE } from '#db/ordering/orders/order-terms.ts';
import { CUSTOMER_ORDER_VIEWS, LAB_ORDER_VIEWS } from '#db/ordering/orders/order-views.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipments/shipment-status.ts';
import type { DayCell, TableCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { orderName } from '#db/values/order-name.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import { everyRow, logExport, sendTable, tableQueryOf } from '#sync-server/reads/send-table.ts';
import { approvalRoutes } from '#sync-server/services/ordering/approvals/approval-routes.ts';
import { packingSlipRoutes } from '#sync-server/services/ordering/documents/packing-slip-routes.ts';
import { draftRoutes } from '#sync-server/services/ordering/drafts/draft-routes.ts';
import { orderFileRoutes } from '#sync-server/services/ordering/drafts/order-file-routes.ts';
import { countOrders, listOrders, readOrderChoices } from './list-orders.ts';
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

function lineOf(row: ListedOrder, timeZone: string): TableCell[] {
  const dayOf = (moment: string | null): DayCell => ({
    day: moment === null ? null : labDayOf(moment, timeZone),
  });
  return [
    orderName(row, timeZone),
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
  ];
}

const zoneOf = ({ now, env }: Pick<AppServices, 'now' | 'env'>) => ({
  today: labDayOf(now().toISOString(), env.LAB_TIMEZONE),
  timeZone: env.LAB_TIMEZONE,
});

/** The calls that read orders: of customers, and the same of staff. */
interface ReadingCalls {
  list: typeof orders.listOrders | typeof labOrders.listLabOrders;
  counts: typeof orders.countOrders | typeof labOrders.countLabOrders;
  views: readonly ListViewDefinition[];
  file: typeof orders.exportOrders | typeof labOrders.exportLabOrders;
  choices: typeof orders.readOrderChoices | typeof labOrders.readLabOrderChoices;
  one: typeof orders.readOrder | typeof labOrders.readLabOrder;
}

/** All pages of the filtered list, as CSV or a workbook. */
const exportRoute = (definition: ReadingCalls['file']): ApiRoute => {
  const { method, path, access } = definition;
  return describeStream(
    definition,
    streamRoute({
      method,
      path,
      access,
      handler: async (call, request, response) => {
        const { services, session } = call;
        const { format, list: query } = tableQueryOf(listQueryOf(ORDER_LIST), call.query);
        const { today, timeZone } = zoneOf(services);
        const rows = await everyRow((page) =>
          listOrders(services.pool, session, { ...query, ...page }, today),
        );
        await logExport(services, session, familyOfCall(definition), request);
        const lines = rows.map((row) => lineOf(row, timeZone));
        await sendTable(response, `orders-${today}`, format, [HEADERS, ...lines]);
      },
    }),
  );
};

/** List, export and detail of one family. */
const readRoutesOf = ({ list, counts, views, file, choices, one }: ReadingCalls): readonly ApiRoute[] => [
  serveCall(list, ({ services, session, query }) =>
    listOrders(services.pool, session, query, zoneOf(services).today),
  ),
  serveCall(counts, ({ services, session }) =>
    countOrders(services.pool, session, views, zoneOf(services).today),
  ),
  exportRoute(file),
  serveCall(choices, ({ services, session }) => readOrderChoices(services.pool, session)),
  serveCall(one, ({ services, session, params }) => readOrder(services.pool, session, params.id)),
];

/** `/api/orders` and `/api/lab/orders`, the wizard and the approvals. */
export const orderRoutes: readonly ApiRoute[] = [
  ...draftRoutes,
  ...continuationRoutes,
  ...orderFileRoutes,
  ...packingSlipRoutes,
  ...approvalRoutes,
  serveCall(orders.readOrdersSummary, ({ services, session }) =>
    readOrdersSummary(services.pool, session, zoneOf(services)),
  ),
  serveCall(labOrders.readSalesPortal, ({ services, session }) =>
    readSalesPortal(services.pool, session, zoneOf(services)),
  ),
  ...readRoutesOf({
    list: orders.listOrders,
    counts: orders.countOrders,
    views: CUSTOMER_ORDER_VIEWS,
    file: orders.exportOrders,
    choices: orders.readOrderChoices,
    one: orders.readOrder,
  }),
  ...readRoutesOf({
    list: labOrders.listLabOrders,
    counts: labOrders.countLabOrders,
    views: LAB_ORDER_VIEWS,
    file: labOrders.exportLabOrders,
    choices: labOrders.readLabOrderChoices,
    one: labOrders.readLabOrder,
  }),
  ...registrationRoutes,
  ...orderOperationRoutes,
];
