import { listQueryOf } from '#db/api/list-query.ts';
import { INVOICE_STATUS } from '#db/billing/invoice-status.ts';
import { ORDER_STATUS } from '#db/ordering/order-status.ts';
import { ORDER_TYPE } from '#db/ordering/order-type.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipment-status.ts';
import type { TableCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { everyRow } from '#sync-server/services/listing/every-row.ts';
import { sendTable, tableQueryOf } from '#sync-server/services/listing/send-table.ts';
import { logExport } from '#sync-server/services/records/log-export.ts';
import { listOrders, ORDER_LIST } from './list-orders.ts';

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
export const exportOrders = (family: 'orders' | 'lab/orders'): ApiRoute =>
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
