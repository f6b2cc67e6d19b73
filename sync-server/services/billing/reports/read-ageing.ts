import { AGES, AgeingReport } from '#db/billing/reports.ts';
import {
  reversalEvents,
  reversedAmount,
  wasReceived,
} from '#sync-server/services/billing/payment-reversals.ts';
import { type ReportScope, scopeValues } from './report-scope.ts';

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
