import { sql } from 'kysely';
import type { Pool } from 'pg';
import {
  type Ageing,
  BillingQueue,
  BillingSummary,
  InvoicesSummary,
} from '#db/billing/invoices/listed-invoice.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { textOf } from '#sync-server/postgres/typed-reads.ts';
import { BALANCE, countedAmount, IS_OPEN, IS_UNBILLED, isCounted, isShown } from './invoice-query.ts';
import { listInvoices } from './list-invoices.ts';

const INVOICES = 'invoice i JOIN "order" o ON o.id = i.order_id';
const sumIf = (amount: string, condition: string): string =>
  `coalesce(sum(${amount}) FILTER (WHERE ${condition}), 0)::float8`;
const countIf = (condition: string): string => `count(*) FILTER (WHERE ${condition})::int`;

/** SQL of the visible invoices, with the values that it binds. */
interface InvoiceFilter {
  text: string;
  values: unknown[];
}

/** The statements of a summary; `day` is the placeholder of today. */
const totals = ({ text }: InvoiceFilter, day: string): string => {
  const overdue = `${IS_OPEN} AND i.due_date < ${day}::date`;
  const between = (minDays: number, maxDays: number): string =>
    `${IS_OPEN} AND ${day}::date - i.due_date BETWEEN ${minDays} AND ${maxDays}`;
  return `
  SELECT ${sumIf(BALANCE, IS_OPEN)} AS open, ${countIf(IS_OPEN)} AS "openCount",
         ${sumIf(BALANCE, overdue)} AS overdue, ${countIf(overdue)} AS "overdueCount",
         ${sumIf('i.total_due', IS_UNBILLED)} AS unbilled, ${countIf(IS_UNBILLED)} AS "unbilledCount",
         ${sumIf(BALANCE, `${IS_OPEN} AND i.due_date >= ${day}::date`)} AS "notDue",
         ${sumIf(BALANCE, between(1, 30))} AS "days1To30", ${sumIf(BALANCE, between(31, 60))} AS "days31To60",
         ${sumIf(BALANCE, between(61, 90))} AS "days61To90", ${sumIf(BALANCE, between(91, 100_000))} AS "over90"
    FROM ${INVOICES} WHERE ${text}`;
};
const paidThisYear = ({ text }: InvoiceFilter, day: string): string => `
  SELECT coalesce(sum(${countedAmount('p')}), 0)::float8 AS "paidThisYear"
    FROM payment p JOIN invoice i ON i.id = p.invoice_id JOIN "order" o ON o.id = i.order_id
   WHERE ${text} AND NOT p.deleted AND ${isCounted('p')} AND p.kind <> 'WRITE_OFF'
     AND p.received_at >= date_trunc('year', ${day}::date)`;
const refunds = ({ text }: InvoiceFilter): string => `
  SELECT coalesce(sum(-p.amount), 0)::float8 AS "refundsDue", count(*)::int AS "refundsDueCount"
    FROM payment p JOIN invoice i ON i.id = p.invoice_id JOIN "order" o ON o.id = i.order_id
   WHERE ${text} AND NOT p.deleted AND p.kind = 'REFUND' AND p.status IN ('PENDING', 'FAILED')`;
const statuses = ({ text }: InvoiceFilter): string => `
  SELECT i.status, count(*)::int AS count, sum(i.total_due)::float8 AS "totalDue"
    FROM ${INVOICES} WHERE ${text} GROUP BY i.status ORDER BY i.status`;

async function loadInvoiceFilter(pool: Pool, session: Session): Promise<InvoiceFilter> {
  const companyScope = await visibleCompanies(pool, session);
  return textOf(
    sql`i.entity = ${session.entity} AND NOT i.deleted AND ${isShown(companyScope === 'all' ? null : companyScope)}`,
  );
}

/** Read what the visible companies owe and have paid. */
export async function readInvoicesSummary(
  pool: Pool,
  session: Session,
  today: string,
): Promise<InvoicesSummary & { ageing: Ageing }> {
  const invoiceFilter = await loadInvoiceFilter(pool, session);
  const values = [...invoiceFilter.values, today];
  const day = `$${values.length}`;
  const [sums, payments] = await Promise.all([
    pool.query(totals(invoiceFilter, day), values),
    pool.query(paidThisYear(invoiceFilter, day), values),
  ]);
  const [row] = sums.rows;
  const { notDue, days1To30, days31To60, days61To90, over90 } = row;
  return {
    ...InvoicesSummary.parse({ ...row, ...payments.rows[0] }),
    ageing: { notDue, days1To30, days31To60, days61To90, over90 },
  };
}

/** Read the money summary of the lab for billing. */
export async function readBillingSummary(
  pool: Pool,
  session: Session,
  today: string,
): Promise<BillingSummary> {
  const invoiceFilter = await loadInvoiceFilter(pool, session);
  const [summary, due, statusCounts] = await Promise.all([
    readInvoicesSummary(pool, session, today),
    pool.query(refunds(invoiceFilter), invoiceFilter.values),
    pool.query(statuses(invoiceFilter), invoiceFilter.values),
  ]);
  return BillingSummary.parse({ ...summary, ...due.rows[0], statuses: statusCounts.rows });
}

const MAX_ROWS = 200;
const VISIBLE = 'i.entity = $1 AND NOT i.deleted AND ($2::text[] IS NULL OR i.company_id = ANY ($2))';

// Specimens on an issued or pending invoice are billed; the rest of a running order may be billed now.
const BILL_NOW = `
  SELECT o.id AS "orderId", o.order_number AS "orderNumber", o.status AS "orderStatus", c.id AS "companyId",
         c.name AS "companyName", i.id AS "invoiceId",
         coalesce((SELECT s.name FROM service s WHERE s.protocol_id = o.protocol_id ORDER BY s.id LIMIT 1), 'Sequencing') AS "serviceName",
         done.specimens, done.amount::float8 AS amount,
         (SELECT count(*) FROM specimen sp WHERE sp.order_id = o.id AND NOT sp.deleted
            AND sp.status NOT IN ('COMPLETED', 'IN_STORAGE', 'FAILED_QC_CANCELED', 'CANCELED'))::int AS "inWork"
    FROM invoice i JOIN "order" o ON o.id = i.order_id JOIN company c ON c.id = i.company_id
    JOIN LATERAL (
      SELECT json_agg(json_build_object('id', sp.id, 'requisitionNumber', sp.requisition_number,
               'customerSampleId', sp.customer_sample_id, 'salesPrice', sp.sales_price,
               'completedAt', to_char(sp.completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
               ORDER BY sp.order_row) AS specimens,
             sum(sp.sales_price) AS amount, min(sp.completed_at) AS since
        FROM specimen sp
       WHERE sp.order_id = o.id AND NOT sp.deleted AND sp.billable AND sp.completed_at IS NOT NULL
         AND sp.status IN ('COMPLETED', 'IN_STORAGE')
         AND NOT EXISTS (SELECT 1 FROM invoice_line l JOIN invoice b ON b.id = l.invoice_id
                          WHERE l.specimen_ids @> ARRAY[sp.id] AND NOT l.deleted AND b.id <> i.id)) done ON done.specimens IS NOT NULL
   WHERE ${VISIBLE} AND i.status = 'SERVICE_IN_PROGRESS' AND i.corrects_invoice_id IS NULL
     AND o.order_classification <> 'REWORK'
   ORDER BY done.since, o.id LIMIT ${MAX_ROWS}`;

const REFUNDS = `
  SELECT r.id AS "paymentId", i.id AS "invoiceId", i.invoice_number AS "invoiceNumber", c.id AS "companyId",
         c.name AS "companyName", (-r.amount)::float8 AS amount, r.status, r.reason, p.kind AS "cameBy",
         to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since
    FROM payment r JOIN invoice i ON i.id = r.invoice_id JOIN company c ON c.id = i.company_id
    LEFT JOIN payment p ON p.id = r.refunds_payment_id
   WHERE ${VISIBLE} AND r.kind = 'REFUND' AND r.status IN ('PENDING', 'FAILED') AND NOT r.deleted
   ORDER BY r.created_at, r.id LIMIT ${MAX_ROWS}`;

const INVOICING_REQUESTS = `
  SELECT c.id AS "companyId", c.name AS "companyName",
         to_char(c.invoicing_requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS since
    FROM company c
   WHERE c.entity = $1 AND c.invoicing_requested_at IS NOT NULL AND NOT c.deleted AND ($2::text[] IS NULL OR c.id = ANY ($2))
   ORDER BY c.invoicing_requested_at, c.id LIMIT ${MAX_ROWS}`;

/** Read the billing queue, oldest first. */
export async function readBillingQueue(pool: Pool, session: Session, today: string): Promise<BillingQueue> {
  const companyScope = await visibleCompanies(pool, session);
  const values = [session.entity, companyScope === 'all' ? null : companyScope];
  const [toIssue, billNow, refunds, invoicing] = await Promise.all([
    listInvoices(
      pool,
      session,
      {
        sort: [{ field: 'createdAt', descending: false }],
        filter: { status: ['AWAITING_BILLING'] },
        search: '',
        records: 'active',
        page: 1,
        limit: MAX_ROWS,
      },
      today,
    ),
    pool.query(BILL_NOW, values),
    pool.query(REFUNDS, values),
    pool.query(INVOICING_REQUESTS, values),
  ]);
  return BillingQueue.parse({
    toIssue: toIssue.rows,
    billNow: billNow.rows,
    refunds: refunds.rows,
    invoicing: invoicing.rows,
  });
}
