import type { Pool } from 'pg';
import { type Ageing, BillingSummary, InvoicesSummary } from '#db/billing/listed-invoice.ts';
import { companiesInSight } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { countedOf, counts } from '#sync-server/services/billing/taken-back.ts';
import { BALANCE, IS_OPEN, IS_UNBILLED, isShown } from './invoice-query.ts';

const IN_SIGHT = `i.entity = $1 AND NOT i.deleted AND ${isShown('$2')}`;
const INVOICES = 'invoice i JOIN "order" o ON o.id = i.order_id';
const LATE = `${IS_OPEN} AND i.due_date < $3::date`;
const sumIf = (amount: string, condition: string): string =>
  `coalesce(sum(${amount}) FILTER (WHERE ${condition}), 0)::float8`;
const countIf = (condition: string): string => `count(*) FILTER (WHERE ${condition})::int`;
const between = (least: number, most: number): string =>
  `${IS_OPEN} AND $3::date - i.due_date BETWEEN ${least} AND ${most}`;

const TOTALS = `
  SELECT ${sumIf(BALANCE, IS_OPEN)} AS open, ${countIf(IS_OPEN)} AS "openCount",
         ${sumIf(BALANCE, LATE)} AS overdue, ${countIf(LATE)} AS "overdueCount",
         ${sumIf('i.total_due', IS_UNBILLED)} AS unbilled, ${countIf(IS_UNBILLED)} AS "unbilledCount",
         ${sumIf(BALANCE, `${IS_OPEN} AND i.due_date >= $3::date`)} AS "notDue",
         ${sumIf(BALANCE, between(1, 30))} AS "days1To30", ${sumIf(BALANCE, between(31, 60))} AS "days31To60",
         ${sumIf(BALANCE, between(61, 90))} AS "days61To90", ${sumIf(BALANCE, between(91, 100_000))} AS "over90"
    FROM ${INVOICES} WHERE ${IN_SIGHT}`;
const PAID = `
  SELECT coalesce(sum(${countedOf('p')}), 0)::float8 AS "paidThisYear"
    FROM payment p JOIN invoice i ON i.id = p.invoice_id JOIN "order" o ON o.id = i.order_id
   WHERE ${IN_SIGHT} AND NOT p.deleted AND ${counts('p')} AND p.kind <> 'WRITE_OFF'
     AND p.received_at >= date_trunc('year', $3::date)`;
const REFUNDS = `
  SELECT coalesce(sum(-p.amount), 0)::float8 AS "refundsDue", count(*)::int AS "refundsDueCount"
    FROM payment p JOIN invoice i ON i.id = p.invoice_id JOIN "order" o ON o.id = i.order_id
   WHERE ${IN_SIGHT} AND NOT p.deleted AND p.kind = 'REFUND' AND p.status IN ('PENDING', 'FAILED')`;
const STATUSES = `
  SELECT i.status, count(*)::int AS count, sum(i.total_due)::float8 AS "totalDue"
    FROM ${INVOICES} WHERE ${IN_SIGHT} GROUP BY i.status ORDER BY i.status`;

const valuesOf = async (pool: Pool, session: Session): Promise<[string, readonly string[] | null]> => {
  const sight = await companiesInSight(pool, session);
  return [session.entity, sight === 'all' ? null : sight];
};

/** What the companies in sight owe and have paid. */
export async function readInvoicesSummary(
  pool: Pool,
  session: Session,
  today: string,
): Promise<InvoicesSummary & { ageing: Ageing }> {
  const values = [...(await valuesOf(pool, session)), today];
  const [totals, paid] = await Promise.all([pool.query(TOTALS, values), pool.query(PAID, values)]);
  const [row] = totals.rows;
  const { notDue, days1To30, days31To60, days61To90, over90 } = row;
  return {
    ...InvoicesSummary.parse({ ...row, ...paid.rows[0] }),
    ageing: { notDue, days1To30, days31To60, days61To90, over90 },
  };
}

/** How the money of the lab stands, for billing. */
export async function readBillingSummary(
  pool: Pool,
  session: Session,
  today: string,
): Promise<BillingSummary> {
  const values = await valuesOf(pool, session);
  const [summary, refunds, statuses] = await Promise.all([
    readInvoicesSummary(pool, session, today),
    pool.query(REFUNDS, values),
    pool.query(STATUSES, values),
  ]);
  return BillingSummary.parse({ ...summary, ...refunds.rows[0], statuses: statuses.rows });
}
