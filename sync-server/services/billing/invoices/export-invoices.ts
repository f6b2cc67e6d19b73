import type { Family } from '#db/access/families.ts';
import { INVOICE_STATUS } from '#db/billing/invoice-status.ts';
import type { TableCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { everyRow } from '#sync-server/services/listing/every-row.ts';
import { sendTable, tableQueryOf } from '#sync-server/services/listing/send-table.ts';
import { logExport } from '#sync-server/services/records/log-export.ts';
import { InvoiceQuery } from './invoice-query.ts';
import { listInvoices } from './list-invoices.ts';

const HEADERS = [
  'Invoice',
  'Status',
  'Organization',
  'Order',
  'Campaign',
  'Service',
  'Purchase order',
  'Issued',
  'Due',
  'Days overdue',
  'Subtotal',
  'Adjustments',
  'Total',
  'Paid',
  'Balance',
];

/** `GET …/export`: all pages of the filtered list, as CSV or a workbook. */
export const exportInvoices = (family: Extract<Family, 'invoices' | 'billing/invoice'>): ApiRoute =>
  streamRoute({
    method: 'get',
    path: `/api/${family}/export`,
    access: `${family}:read`,
    handler: async (call, request, response) => {
      const { services, session } = call;
      const { format, list } = tableQueryOf(InvoiceQuery, call.query);
      const zone = services.env.LAB_TIMEZONE;
      const today = labDayOf(services.now().toISOString(), zone);
      const rows = await everyRow((page) =>
        listInvoices(services.pool, session, { ...list, ...page }, today),
      );
      const lines = rows.map((row): TableCell[] => [
        row.invoiceNumber,
        INVOICE_STATUS[row.status].label,
        row.companyName,
        row.orderNumber ?? '',
        row.campaignCode ?? '',
        row.serviceName,
        row.customerPurchaseOrder ?? '',
        row.issuedAt === null ? '' : labDayOf(row.issuedAt, zone),
        row.dueDate ?? '',
        row.overdueDays,
        { cents: row.subtotal },
        { cents: row.adjustmentTotal },
        { cents: row.totalDue },
        { cents: row.amountPaid },
        { cents: row.balance },
      ]);
      await logExport(services, session, family, request);
      await sendTable(response, `invoices-${today}`, format, [HEADERS, ...lines]);
    },
  });
