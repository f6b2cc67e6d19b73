import { type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import type { exportBillingInvoices } from '#db/api/billing/billing-invoices.ts';
import type { exportInvoices as customerExport } from '#db/api/billing/invoices.ts';
import { familyOfCall } from '#db/api/call-definition.ts';
import type { ListCounts } from '#db/api/list-counts.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import { INVOICE_VIEWS } from '#db/billing/invoices/invoice-views.ts';
import { type InvoicePage, InvoiceQuery, ListedInvoice } from '#db/billing/invoices/listed-invoice.ts';
import { type OrderBill, orderBill } from '#db/billing/invoices/order-bill.ts';
import { payment } from '#db/billing/payments/payment.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { TableCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { type AccessScope, visibleCompanies } from '#sync-server/http/require-access.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { readRows, reads } from '#sync-server/postgres/typed-reads.ts';
import { countViews } from '#sync-server/reads/count-views.ts';
import { countRows, narrowed, readList } from '#sync-server/reads/read-list.ts';
import { everyRow, logExport, sendTable, tableQueryOf } from '#sync-server/reads/send-table.ts';
import { BALANCE, conditionsOf, INVOICE_ROWS, invoiceSort, isShown, seesOrder } from './invoice-query.ts';

const selectInvoices = (companies: readonly string[] | null) => (rows: typeof INVOICE_ROWS) =>
  rows
    .select(fieldsOf(invoice).map(({ column }) => sql<unknown>`${sql.ref(`i.${column}`)}`.as(column)))
    .select([
      'c.name as companyName',
      sql<number>`${sql.raw(BALANCE)}`.as('balance'),
      sql<boolean>`${seesOrder(companies)}`.as('seesOrder'),
      sql<string | null>`CASE WHEN ${seesOrder(companies)} THEN o.order_number END`.as('orderNumber'),
      sql<string | null>`CASE WHEN o.order_type = 'CAMPAIGN' THEN o.campaign_code END`.as('campaignCode'),
      sql<string>`coalesce((SELECT s.name FROM service s WHERE s.protocol_id = o.protocol_id ORDER BY s.id LIMIT 1),
        'Sequencing')`.as('serviceName'),
    ]);

const DAY_MS = 86_400_000;
const daysLate = (dueDate: string | null, today: string, balance: number): number =>
  dueDate === null || balance <= 0
    ? 0
    : Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDate)) / DAY_MS));

/** Refuse an invalid date before the database does. */
function requireDays({ filter }: ListQuery): void {
  for (const field of ['from', 'to'] as const) {
    const day = filter[field]?.[0];
    const isValid = day === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)));
    if (!isValid)
      throw new AppError('VALIDATION', MESSAGES.fixForm, [
        { path: field, message: 'Give a day as YYYY-MM-DD.' },
      ]);
  }
}

const toListedInvoice = (record: Record<string, unknown>, today: string): ListedInvoice => {
  const row = rowOf(invoice, record);
  const balance = Number(record['balance']);
  const { companyName, orderNumber, campaignCode, serviceName } = record;
  return ListedInvoice.parse({
    ...row,
    companyName,
    orderId: record['seesOrder'] === true ? row.orderId : null,
    orderNumber,
    campaignCode,
    serviceName,
    balance,
    overdueDays: row.issuedAt === null ? 0 : daysLate(row.dueDate, today, balance),
  });
};

/** Read one page of visible invoices: of the reader's own companies, or all for staff. */
export async function listInvoices(
  pool: Pool,
  session: Session,
  query: ListQuery,
  today: string,
): Promise<InvoicePage> {
  requireDays(query);
  const companyScope = await visibleCompanies(pool, session);
  const companies = companyScope === 'all' ? null : companyScope;
  const conditions = await conditionsOf(pool, query, { entity: session.entity, companies, today });
  // Readers without restriction need no join with orders and payers, so only invoices are counted.
  const count =
    companies === null ? countRows(narrowed(reads.selectFrom('invoice as i'), conditions)) : undefined;
  const source = {
    from: INVOICE_ROWS,
    count,
    id: sql.ref<string>('i.id'),
    sort: invoiceSort(companies),
    where: conditions,
  };
  const page = await readList(pool, source, selectInvoices(companies), query);
  return { ...page, rows: page.rows.map((row) => toListedInvoice(row, today)) };
}

/** Count the visible invoices of each view. */
export async function countInvoices(pool: Pool, session: Session, today: string): Promise<ListCounts> {
  const companyScope = await visibleCompanies(pool, session);
  const companies = companyScope === 'all' ? null : companyScope;
  const views = await Promise.all(
    INVOICE_VIEWS.map(async ({ id, filters }) => ({
      id,
      where: await conditionsOf(pool, InvoiceQuery.parse(filters), {
        entity: session.entity,
        companies,
        today,
      }),
    })),
  );
  return countViews(pool, INVOICE_ROWS, views);
}

/** Read one invoice in list form; throws 404 if it is not visible. */
export async function readListedInvoice(
  pool: Pool,
  session: AccessScope,
  id: string,
  today: string,
): Promise<ListedInvoice> {
  const companyScope = await visibleCompanies(pool, session);
  const companies = companyScope === 'all' ? null : companyScope;
  const invoices = INVOICE_ROWS.where('i.id', '=', id)
    .where(sql<SqlBool>`i.entity = ${session.entity} AND NOT i.deleted`)
    .where(isShown(companies));
  const [row] = await readRows<Record<string, unknown>>(pool, selectInvoices(companies)(invoices));
  if (!row) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return toListedInvoice(row, today);
}

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

/** Serve all pages of the filtered list, as CSV or a workbook. */
export function exportInvoices(definition: typeof customerExport | typeof exportBillingInvoices): ApiRoute {
  const { method, path, access } = definition;
  const route = streamRoute({
    method,
    path,
    access,
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
        { day: row.issuedAt === null ? null : labDayOf(row.issuedAt, zone) },
        { day: row.dueDate },
        row.overdueDays,
        { cents: row.subtotal },
        { cents: row.adjustmentTotal },
        { cents: row.totalDue },
        { cents: row.amountPaid },
        { cents: row.balance },
      ]);
      await logExport(services, session, familyOfCall(definition), request);
      await sendTable(response, `invoices-${today}`, format, [HEADERS, ...lines]);
    },
  });
  return describeStream(definition, route);
}

async function rowsOf<E extends AnyEntity>(
  pool: Pool,
  entity: E,
  condition: string,
  id: string,
): Promise<Row<E>[]> {
  const columns = fieldsOf(entity).map(({ column }) => quoted(column));
  const text = `SELECT ${columns.join(', ')} FROM ${quoted(entity.table)} WHERE ${condition} AND NOT deleted`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values: [id], types: rowTypes });
  return rows.map((record) => rowOf(entity, record));
}

/** Read the payment summary of an order, for everybody who sees the order; null if a sponsor pays. */
export async function readOrderBill(pool: Pool, row: Order): Promise<OrderBill | null> {
  if (row.orderType === 'CAMPAIGN') return null;
  const [invoices, payments] = await Promise.all([
    rowsOf(pool, invoice, 'order_id = $1', row.id),
    rowsOf(
      pool,
      payment,
      'invoice_id IN (SELECT id FROM invoice WHERE order_id = $1 AND NOT deleted)',
      row.id,
    ),
  ]);
  return orderBill({ row, invoices, payments });
}
