import type { Pool } from 'pg';
import {
  AGES,
  AgeingReport,
  type RevenueGroup,
  type RevenueQuery,
  RevenueReport,
  type RevenueRow,
  type TurnaroundQuery,
  TurnaroundReport,
} from '#db/billing/reports/reports.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import {
  countedAmount,
  isCounted,
  reversalEvents,
  reversedAmount,
  wasReceived,
} from '#sync-server/services/billing/invoices/invoice-query.ts';

/** The reader of a report, the lab, and the time zone of its days. */
export interface ReportScope {
  pool: Pool;
  session: Session;
  zone: string;
}

/**
 * Return the first two values of a report's statement: the business entity, and the visible companies or null
 * for all.
 */
async function scopeValues({
  pool,
  session,
}: Pick<ReportScope, 'pool' | 'session'>): Promise<[string, readonly string[] | null]> {
  const companyScope = await visibleCompanies(pool, session);
  return [session.entity, companyScope === 'all' ? null : companyScope];
}

/** SQL: the service name of a protocol, or its own name if it is not for sale. */
const SERVICE_NAME = `coalesce(
  (SELECT s.name FROM service s WHERE s.protocol_id = o.protocol_id ORDER BY s.id LIMIT 1),
  (SELECT p.name FROM protocol p WHERE p.id = o.protocol_id), 'Sequencing')`;

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

// As of the end of the day: an invoice voided later was still due, and a payment bounced later was received.
const AGED = `
  WITH day AS (SELECT ($3::date + 1)::timestamp AT TIME ZONE $4 AS ends),
  owed AS (
    SELECT i.company_id, $3::date - i.due_date AS late,
           i.total_due - coalesce((
             SELECT sum(p.amount - coalesce((
                      SELECT sum(${reversedAmount('p')}) FROM ${reversalEvents('p')} AND e.occurred_at < day.ends), 0))
               FROM payment p
              WHERE p.invoice_id = i.id AND NOT p.deleted AND p.received_at < day.ends AND ${wasReceived('p')}), 0) AS open
      FROM invoice i CROSS JOIN day
     WHERE i.entity = $1 AND NOT i.deleted AND ($2::text[] IS NULL OR i.company_id = ANY ($2))
       AND i.issued_at < day.ends AND i.status <> 'CANCELED'
       AND (i.status <> 'VOID' OR EXISTS (
         SELECT 1 FROM event e WHERE e.target_type = 'Invoice' AND e.target_id = i.id
            AND e.type = 'INVOICE_VOIDED' AND e.occurred_at >= day.ends))
  )
  SELECT owed.company_id AS "companyId", c.name AS "companyName",
         coalesce(sum(open) FILTER (WHERE late <= 0), 0)::float8 AS "notDue",
         coalesce(sum(open) FILTER (WHERE late BETWEEN 1 AND 30), 0)::float8 AS "days1To30",
         coalesce(sum(open) FILTER (WHERE late BETWEEN 31 AND 60), 0)::float8 AS "days31To60",
         coalesce(sum(open) FILTER (WHERE late BETWEEN 61 AND 90), 0)::float8 AS "days61To90",
         coalesce(sum(open) FILTER (WHERE late > 90), 0)::float8 AS "over90",
         sum(open)::float8 AS total, count(*)::int AS "invoiceCount"
    FROM owed JOIN company c ON c.id = owed.company_id
   WHERE owed.open > 0
   GROUP BY 1, 2 ORDER BY total DESC, 2, 1`;

const KEYS = [...AGES.map(({ key }) => key), 'total', 'invoiceCount'] as const;

/** Read what each company owed at the end of a lab day, by days overdue. */
export async function readAgeing(reportScope: ReportScope, at: string): Promise<AgeingReport> {
  const { rows } = await reportScope.pool.query<AgeingReport['rows'][number]>(AGED, [
    ...(await scopeValues(reportScope)),
    at,
    reportScope.zone,
  ]);
  const total = Object.fromEntries(
    KEYS.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)] as const),
  );
  return AgeingReport.parse({ at, rows, total });
}

const TURNED = `
  WITH done AS (
    SELECT o.protocol_id AS service, to_char(s.completed_at AT TIME ZONE $5, 'YYYY-MM') AS month,
           extract(epoch FROM s.completed_at - s.received_at) / 86400 AS days, ${SERVICE_NAME} AS name
      FROM specimen s JOIN "order" o ON o.id = s.order_id
     WHERE s.entity = $1 AND NOT s.deleted AND ($2::text[] IS NULL OR o.company_id = ANY ($2))
       AND s.received_at <= s.completed_at
       AND s.completed_at >= $3::date::timestamp AT TIME ZONE $5
       AND s.completed_at < ($4::date + 1)::timestamp AT TIME ZONE $5
  )
  SELECT service, month, max(name) AS name, grouping(service) = 1 AS "allServices", grouping(month) = 1 AS "allMonths",
         count(*)::int AS count,
         round(percentile_cont(0.5) WITHIN GROUP (ORDER BY days)::numeric, 1)::float8 AS median,
         round(percentile_cont(0.9) WITHIN GROUP (ORDER BY days)::numeric, 1)::float8 AS p90
    FROM done GROUP BY GROUPING SETS ((), (month), (service), (service, month))
  HAVING count(*) > 0 ORDER BY name, service, month`;

interface Turned {
  service: string;
  month: string;
  name: string;
  allServices: boolean;
  allMonths: boolean;
  count: number;
  median: number;
  p90: number;
}

/** Read the days from receipt to completion of specimens that were completed between two lab days. */
export async function readTurnaround(
  reportScope: ReportScope,
  { from, to }: Omit<TurnaroundQuery, 'format'>,
): Promise<TurnaroundReport> {
  const values = [...(await scopeValues(reportScope)), from, to, reportScope.zone];
  const { rows: turnaroundRows } = await reportScope.pool.query<Turned>(TURNED, values);
  const rows = turnaroundRows.map(({ service: id, name, ...rest }) => ({ ...rest, service: { id, name } }));
  const of = (allServices: boolean, allMonths: boolean) =>
    rows.filter((row) => row.allServices === allServices && row.allMonths === allMonths);
  return TurnaroundReport.parse({
    from,
    to,
    all: of(true, true)[0] ?? null,
    months: of(true, false),
    services: of(false, true),
    monthsOfServices: of(false, false),
  });
}
