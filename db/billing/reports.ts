import { z } from 'zod';
import { Ageing } from './listed-invoice.ts';

/** A day that a report is asked for: one that the lab can have worked on. */
export const ReportDay = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'Give a day between 2000 and 2099.');

/** As the server answers it, or as a file. */
const ReportFormat = z.enum(['json', 'csv', 'xlsx']).default('json');

const LONGEST_YEARS = 10;
const yearsLater = (day: string): string => `${Number(day.slice(0, 4)) + LONGEST_YEARS}${day.slice(4)}`;

/** What is wrong with the days of a report; null when nothing is. */
export function reportPeriodProblem({ from, to }: { from: string; to: string }): string | null {
  if (from === '' || to === '') return 'Choose both days.';
  if (from > to) return 'The first day lies after the last one.';
  return to > yearsLater(from) ? `Choose at most ${LONGEST_YEARS} years.` : null;
}

const period = { from: ReportDay, to: ReportDay, format: ReportFormat };
const inOrder = (period: { from: string; to: string }, context: z.RefinementCtx): void => {
  const message = reportPeriodProblem(period);
  if (message) context.addIssue({ code: 'custom', path: ['to'], message });
};

/** What revenue is summed by. */
export const REVENUE_GROUPS = ['month', 'service', 'company'] as const;
export const RevenueGroup = z.enum(REVENUE_GROUPS);
export type RevenueGroup = z.infer<typeof RevenueGroup>;

/** How `GET /api/billing/reports/revenue` is asked. */
export const RevenueQuery = z
  .strictObject({ ...period, groupBy: RevenueGroup.default('month') })
  .superRefine(inOrder);
export type RevenueQuery = z.infer<typeof RevenueQuery>;

const Revenue = z.object({
  /** The totals of the invoices issued in the period. */
  invoiced: z.number(),
  invoiceCount: z.number(),
  /** Payments that came in the period; neither refunds nor write-offs. */
  received: z.number(),
  /** What went back in the period; never above nothing. */
  refunded: z.number(),
  /** What was given up in the period. */
  writtenOff: z.number(),
});

/** `GET /api/billing/reports/revenue`, in cents: every month of the period, or whatever had something in it, most invoiced first. */
export const RevenueReport = z.object({
  from: z.string(),
  to: z.string(),
  groupBy: RevenueGroup,
  /** The id is the month as `YYYY-MM`, the protocol or the company. */
  rows: z.array(Revenue.extend({ id: z.string(), label: z.string() })),
  total: Revenue,
});
export type RevenueReport = z.infer<typeof RevenueReport>;
export type RevenueRow = RevenueReport['rows'][number];

/** How `GET /api/billing/reports/ageing` is asked; today when no day is named. */
export const AgeingQuery = z.strictObject({ at: ReportDay.optional(), format: ReportFormat });
export type AgeingQuery = z.infer<typeof AgeingQuery>;

const AmountsOwed = Ageing.extend({ total: z.number(), invoiceCount: z.number() });

/** `GET /api/billing/reports/ageing`: what each company owed at the end of a day, in cents, the most first. */
export const AgeingReport = z.object({
  at: z.string(),
  rows: z.array(AmountsOwed.extend({ companyId: z.string(), companyName: z.string() })),
  total: AmountsOwed,
});
export type AgeingReport = z.infer<typeof AgeingReport>;

/** The ages of what is owed, in their order, as they are worded. */
export const AGES: readonly { key: keyof Ageing; label: string }[] = [
  { key: 'notDue', label: 'Not due yet' },
  { key: 'days1To30', label: '1–30 days' },
  { key: 'days31To60', label: '31–60 days' },
  { key: 'days61To90', label: '61–90 days' },
  { key: 'over90', label: 'Over 90 days' },
];

/** How `GET /api/billing/reports/turnaround` is asked. */
export const TurnaroundQuery = z.strictObject(period).superRefine(inOrder);
export type TurnaroundQuery = z.infer<typeof TurnaroundQuery>;

const Turnaround = z.object({
  count: z.number(),
  /** Days, to a tenth. */
  median: z.number(),
  /** Nine of ten were done in at most so many days. */
  p90: z.number(),
});
const Service = z.object({ id: z.string(), name: z.string() });

/** `GET /api/billing/reports/turnaround`: days from receipt to completion of the specimens completed in the period. */
export const TurnaroundReport = z.object({
  from: z.string(),
  to: z.string(),
  /** Null when nothing was completed. */
  all: Turnaround.nullable(),
  months: z.array(Turnaround.extend({ month: z.string() })),
  services: z.array(Turnaround.extend({ service: Service })),
  monthsOfServices: z.array(Turnaround.extend({ month: z.string(), service: Service })),
});
export type TurnaroundReport = z.infer<typeof TurnaroundReport>;
