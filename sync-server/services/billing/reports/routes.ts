import type { z } from 'zod';
import { AgeingQuery, RevenueQuery, TurnaroundQuery } from '#db/billing/reports.ts';
import type { TableCell } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import type { Session } from '#sync-server/http/session.ts';
import { sendTable } from '#sync-server/services/listing/send-table.ts';
import { logExport } from '#sync-server/services/records/log-export.ts';
import { readAgeing } from './read-ageing.ts';
import { readRevenue } from './read-revenue.ts';
import { readTurnaround } from './read-turnaround.ts';
import { ageingLines, revenueLines, turnaroundLines } from './report-lines.ts';
import type { ReportScope } from './report-scope.ts';

type ReportRequest = { format: 'json' | 'csv' | 'xlsx' };

interface Report<S extends z.ZodType<ReportRequest>, Shown> {
  name: 'revenue' | 'ageing' | 'turnaround';
  query: S;
  read(reportScope: ReportScope, query: z.infer<S>, today: string): Promise<Shown>;
  lines(reportData: Shown): readonly (readonly TableCell[])[];
  fileName(reportData: Shown): string;
}

const getReportScope = ({ pool, env }: AppServices, session: Session): ReportScope => ({
  pool,
  session,
  zone: env.LAB_TIMEZONE,
});

/** Serve a report as JSON, or as a file whose export is recorded in the access log. */
const reportRoute = <S extends z.ZodType<ReportRequest>, Shown>(report: Report<S, Shown>): ApiRoute =>
  streamRoute({
    method: 'get',
    path: `/api/billing/reports/${report.name}`,
    access: 'billing:read',
    handler: async (call, request, response) => {
      const { services, session } = call;
      const query = parseInput(report.query, call.query);
      const today = labDayOf(services.now().toISOString(), services.env.LAB_TIMEZONE);
      const reportData = await report.read(getReportScope(services, session), query, today);
      if (query.format === 'json') {
        response.json(reportData);
        return;
      }
      await logExport(services, session, `billing/reports/${report.name}`, request);
      await sendTable(response, report.fileName(reportData), query.format, report.lines(reportData));
    },
  });

/** `/api/billing/reports`: revenue, aging and turnaround. */
export const reportRoutes: readonly ApiRoute[] = [
  reportRoute({
    name: 'revenue',
    query: RevenueQuery,
    read: readRevenue,
    lines: revenueLines,
    fileName: ({ from, to, groupBy }) => `revenue-by-${groupBy}-${from}-${to}`,
  }),
  reportRoute({
    name: 'ageing',
    query: AgeingQuery,
    read: (reportScope, { at }, today) => readAgeing(reportScope, at ?? today),
    lines: ageingLines,
    fileName: ({ at }) => `aging-${at}`,
  }),
  reportRoute({
    name: 'turnaround',
    query: TurnaroundQuery,
    read: readTurnaround,
    lines: turnaroundLines,
    fileName: ({ from, to }) => `turnaround-${from}-${to}`,
  }),
];
