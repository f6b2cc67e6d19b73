import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Ageing, BillingSummary, InvoicesSummary } from '#db/billing/listed-invoice.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { textOf } from '#sync-server/postgres/typed-reads.ts';
import { countedAmount, isCounted } from '#sync-server/services/billing/payment-reversals.ts';
import { BALANCE, IS_OPEN, IS_UNBILLED, isShown } from './invoice-query.ts';

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
