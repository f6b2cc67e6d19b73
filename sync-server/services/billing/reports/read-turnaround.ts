import { type TurnaroundQuery, TurnaroundReport } from '#db/billing/reports.ts';
import { type ReportScope, SERVICE_NAME, scopeValues } from './report-scope.ts';

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
