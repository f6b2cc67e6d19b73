import { z } from 'zod';
import { Ageing } from '#db/billing/invoices/listed-invoice.ts';

/** A day of a report: one on which the lab can have worked. */
export const ReportDay = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day <= '2099-12-31', 'Give a day between 2000 and 2099.');

/** The format: the server's answer, or a file. */
const ReportFormat = z.enum(['json', 'csv', 'xlsx']).default('json');

const LONGEST_YEARS = 10;
const yearsLater = (day: string): string => `${Number(day.slice(0, 4)) + LONGEST_YEARS}${day.slice(4)}`;

/** Return the error in the days of a report; null when there is none. */
export function reportPeriodProblem({ from, to }: { from: string; to: string }): string | null {
  if (from === '' || to === '') return 'Choose both days.';
  if (from > to) return 'The first day is after the last day.';
  return to > yearsLater(from) ? `Choose at most ${LONGEST_YEARS} years.` : null;
}

const period = { from: ReportDay, to: ReportDay, format: ReportFormat };
const inOrder = (period: { from: string; to: string }, context: z.RefinementCtx): void => {
  const message = reportPeriodProblem(period);
  if (message) context.addIssue({ code: 'custom', path: ['to'], message });
};

/** The grouping of revenue. */
const REVENUE_GROUPS = ['month', 'service', 'company'] as const;
export const RevenueGroup = z.enum(REVENUE_GROUPS);
export type RevenueGroup = z.infer<typeof RevenueGroup>;

/** The query of `GET /api/billing/reports/revenue`. */
export const RevenueQuery = z
  .strictObject({ ...period, groupBy: RevenueGroup.default('month') })
  .superRefine(inOrder);
export type RevenueQuery = z.infer<typeof RevenueQuery>;

const Revenue = z.object({
  /** The totals of the invoices issued in the period. */
  invoiced: z.number(),
  invoiceCount: z.number(),
  /** Payments received in the period, without refunds and write-offs. */
  received: z.number(),
  /** Refunds in the period; never positive. */
  refunded: z.number(),
  /** Write-offs in the period. */
  writtenOff: z.number(),
});

/**
 * `GET /api/billing/reports/revenue`, in cents: every month of the period, or every group with an amount,
 * most invoiced first.
 */
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

/** The query of `GET /api/billing/reports/ageing`; without a day, today. */
export const AgeingQuery = z.strictObject({ at: ReportDay.optional(), format: ReportFormat });
export type AgeingQuery = z.infer<typeof AgeingQuery>;

const AmountsOwed = Ageing.extend({ total: z.number(), invoiceCount: z.number() });

/**
 * `GET /api/billing/reports/ageing`: the amount that each company owed at the end of a day, in cents, the
 * largest first.
 */
export const AgeingReport = z.object({
  at: z.string(),
  rows: z.array(AmountsOwed.extend({ companyId: z.string(), companyName: z.string() })),
  total: AmountsOwed,
});
export type AgeingReport = z.infer<typeof AgeingReport>;

/** The age classes of amounts due, in order, with their labels. */
export const AGES: readonly { key: keyof Ageing; label: string }[] = [
  { key: 'notDue', label: 'Not due yet' },
  { key: 'days1To30', label: '1–30 days' },
  { key: 'days31To60', label: '31–60 days' },
  { key: 'days61To90', label: '61–90 days' },
  { key: 'over90', label: 'Over 90 days' },
];

/** The query of `GET /api/billing/reports/turnaround`. */
export const TurnaroundQuery = z.strictObject(period).superRefine(inOrder);
export type TurnaroundQuery = z.infer<typeof TurnaroundQuery>;

const Turnaround = z.object({
  count: z.number(),
  /** Days, to a tenth. */
  median: z.number(),
  /** The 90th percentile, in days. */
  p90: z.number(),
});
const Service = z.object({ id: z.string(), name: z.string() });

/** `GET /api/billing/reports/turnaround`: days from receipt to completion of the specimens completed in the period. */
export const TurnaroundReport = z.object({
  from: z.string(),
  to: z.string(),
  /** Null when no specimen was completed. */
  all: Turnaround.nullable(),
  months: z.array(Turnaround.extend({ month: z.string() })),
  services: z.array(Turnaround.extend({ service: Service })),
  monthsOfServices: z.array(Turnaround.extend({ month: z.string(), service: Service })),
});
export type TurnaroundReport = z.infer<typeof TurnaroundReport>;
