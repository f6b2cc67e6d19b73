import type { z } from 'zod';
import * as calls from '#db/api/billing/billing-reports.ts';
import {
  AGES,
  AgeingQuery,
  type AgeingReport,
  type RevenueGroup,
  RevenueQuery,
  type RevenueReport,
  TurnaroundQuery,
  type TurnaroundReport,
} from '#db/billing/reports/reports.ts';
import type { AmountCell, TableCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { checkAnswer, parseInput } from '#sync-server/http/parse.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { logExport, sendTable } from '#sync-server/reads/send-table.ts';
import { type ReportScope, readAgeing, readRevenue, readTurnaround } from './read-reports.ts';

const amount = (cents: number): AmountCell => ({ cents });
const GROUP: Record<RevenueGroup, string> = { month: 'Month', service: 'Service', company: 'Organization' };

type Lines = readonly (readonly TableCell[])[];

/** Format revenue as lines of a file, headers first and total last. */
const revenueLines = ({ groupBy, rows, total }: RevenueReport): Lines => [
  [GROUP[groupBy], 'Invoices', 'Invoiced', 'Received', 'Refunded', 'Written off'],
  ...[...rows, { ...total, label: 'Total' }].map((row) => [
    row.label,
    row.invoiceCount,
    ...[row.invoiced, row.received, row.refunded, row.writtenOff].map(amount),
  ]),
];

/** Format balances as lines of a file, headers first and total last. */
const ageingLines = ({ at, rows, total }: AgeingReport): Lines => [
  [`Owed on ${at}`, 'Invoices', ...AGES.map(({ label }) => label), 'Total'],
  ...[...rows, { ...total, companyName: 'Total' }].map((row) => [
    row.companyName,
    row.invoiceCount,
    ...AGES.map(({ key }) => amount(row[key])),
    amount(row.total),
  ]),
];

const ALL_MONTHS = 'All months';

/** Format turnaround as lines of a file: total, by month, by service, and by both. */
function turnaroundLines({ all, months, services, monthsOfServices }: TurnaroundReport): Lines {
  const every = 'All services';
  const rows = [
    ...(all ? [{ ...all, name: every, month: ALL_MONTHS }] : []),
    ...months.map((row) => ({ ...row, name: every })),
    ...services.map((row) => ({ ...row, name: row.service.name, month: ALL_MONTHS })),
    ...monthsOfServices.map((row) => ({ ...row, name: row.service.name })),
  ];
  return [
    ['Service', 'Month', 'Specimens', 'Median days', '90th percentile (days)'],
    ...rows.map(({ name, month, count, median, p90 }) => [name, month, count, median, p90]),
  ];
}

type ReportRequest = { format: 'json' | 'csv' | 'xlsx' };

interface Report<S extends z.ZodType<ReportRequest>, Shown> {
  query: S;
  read(reportScope: ReportScope, query: z.infer<S>, today: string): Promise<Shown>;
  lines(reportData: Shown): readonly (readonly TableCell[])[];
  fileName(reportData: Shown): string;
}

type ReportCall = typeof calls.readRevenue | typeof calls.readAgeing | typeof calls.readTurnaround;

const getReportScope = ({ pool, env }: AppServices, session: Session): ReportScope => ({
  pool,
  session,
  zone: env.LAB_TIMEZONE,
});

/** Serve a report as JSON, or as a file whose export is recorded in the access log. */
function serveReport<S extends z.ZodType<ReportRequest>, Shown>(
  definition: ReportCall,
  report: Report<S, Shown>,
): ApiRoute {
  const { method, path, access } = definition;
  const route = streamRoute({
    method,
    path,
    access,
    handler: async (call, request, response) => {
      const { services, session } = call;
      const query = parseInput(report.query, call.query);
      const today = labDayOf(services.now().toISOString(), services.env.LAB_TIMEZONE);
      const reportData = await report.read(getReportScope(services, session), query, today);
      if (query.format === 'json') {
        checkAnswer(definition, reportData);
        response.json(reportData);
        return;
      }
      await logExport(services, session, path.replace('/api/', ''), request);
      await sendTable(response, report.fileName(reportData), query.format, report.lines(reportData));
    },
  });
  return describeStream(definition, route);
}

/** `/api/billing/reports`: revenue, aging and turnaround. */
export const reportRoutes: readonly ApiRoute[] = [
  serveReport(calls.readRevenue, {
    query: RevenueQuery,
    read: readRevenue,
    lines: revenueLines,
    fileName: ({ from, to, groupBy }) => `revenue-by-${groupBy}-${from}-${to}`,
  }),
  serveReport(calls.readAgeing, {
    query: AgeingQuery,
    read: (reportScope, { at }, today) => readAgeing(reportScope, at ?? today),
    lines: ageingLines,
    fileName: ({ at }) => `aging-${at}`,
  }),
  serveReport(calls.readTurnaround, {
    query: TurnaroundQuery,
    read: readTurnaround,
    lines: turnaroundLines,
    fileName: ({ from, to }) => `turnaround-${from}-${to}`,
  }),
];
