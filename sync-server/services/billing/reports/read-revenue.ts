import { type RevenueGroup, type RevenueQuery, RevenueReport, type RevenueRow } from '#db/billing/reports.ts';
import { countedAmount, isCounted } from '#sync-server/services/billing/payment-reversals.ts';
import { type ReportScope, SERVICE_NAME, scopeValues } from './report-scope.ts';

// Days are the lab's, from the first moment of the first to the last moment of the last.
const WITHIN = (at: string): string =>
  `${at} >= $3::date::timestamp AT TIME ZONE $5 AND ${at} < ($4::date + 1)::timestamp AT TIME ZONE $5`;
const ISSUED = `i.entity = $1 AND NOT i.deleted AND i.issued_at IS NOT NULL AND i.status NOT IN ('VOID', 'CANCELED')
  AND ($2::text[] IS NULL OR i.company_id = ANY ($2))`;
const ID: Record<RevenueGroup, string> = {
  month: `to_char(moved.at AT TIME ZONE $5, 'YYYY-MM')`,
  service: 'o.protocol_id',
  company: 'moved.company_id',
};
const LABEL: Record<RevenueGroup, string> = {
  month: ID.month,
  service: `max(${SERVICE_NAME})`,
  company: 'max(c.name)',
};

/** SQL: all issued and moved amounts, each once, by month, service or company. */
const revenueSql = (groupBy: RevenueGroup): string => `
  WITH moved AS (
    SELECT i.order_id, i.company_id, i.issued_at AS at, i.total_due AS invoiced, 1 AS invoices, NULL AS kind, 0::bigint AS amount
      FROM invoice i WHERE ${ISSUED} AND ${WITHIN('i.issued_at')}
    UNION ALL
    SELECT i.order_id, i.company_id, p.received_at, 0, 0, p.kind, ${countedAmount('p')}
      FROM payment p JOIN invoice i ON i.id = p.invoice_id
     WHERE ${ISSUED} AND p.entity = $1 AND NOT p.deleted AND ${isCounted('p')} AND ${WITHIN('p.received_at')}
  )
  SELECT ${ID[groupBy]} AS id, ${LABEL[groupBy]} AS label,
         sum(moved.invoiced)::float8 AS invoiced, sum(moved.invoices)::int AS "invoiceCount",
         coalesce(sum(moved.amount) FILTER (WHERE moved.kind NOT IN ('REFUND', 'WRITE_OFF')), 0)::float8 AS received,
         coalesce(sum(moved.amount) FILTER (WHERE moved.kind = 'REFUND'), 0)::float8 AS refunded,
         coalesce(sum(moved.amount) FILTER (WHERE moved.kind = 'WRITE_OFF'), 0)::float8 AS "writtenOff"
    FROM moved JOIN "order" o ON o.id = moved.order_id JOIN company c ON c.id = moved.company_id
   GROUP BY 1 ORDER BY invoiced DESC, received DESC, label, id`;

const ZERO_REVENUE = { invoiced: 0, invoiceCount: 0, received: 0, refunded: 0, writtenOff: 0 };

/** List the months `YYYY-MM` from that of the first day to that of the last. */
function monthsOf(from: string, to: string): string[] {
  const months: string[] = [];
  let [year = 0, month = 0] = from.split('-').map(Number);
  for (let next = from.slice(0, 7); next <= to.slice(0, 7); ) {
    months.push(next);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
    next = `${year}-${String(month).padStart(2, '0')}`;
  }
  return months;
}

const sumOf = (rows: readonly RevenueRow[], key: keyof typeof ZERO_REVENUE): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/** Read what was invoiced, paid, refunded and written off between two lab days. */
export async function readRevenue(
  reportScope: ReportScope,
  { from, to, groupBy }: Omit<RevenueQuery, 'format'>,
): Promise<RevenueReport> {
  const values = [...(await scopeValues(reportScope)), from, to, reportScope.zone];
  const { rows: revenueRows } = await reportScope.pool.query<RevenueRow>(revenueSql(groupBy), values);
  const rows =
    groupBy === 'month'
      ? monthsOf(from, to).map(
          (month) =>
            revenueRows.find(({ id }) => id === month) ?? { id: month, label: month, ...ZERO_REVENUE },
        )
      : revenueRows;
  const total = {
    invoiced: sumOf(rows, 'invoiced'),
    invoiceCount: sumOf(rows, 'invoiceCount'),
    received: sumOf(rows, 'received'),
    refunded: sumOf(rows, 'refunded'),
    writtenOff: sumOf(rows, 'writtenOff'),
  };
  return RevenueReport.parse({ from, to, groupBy, rows, total });
}
