import dayjs from 'dayjs';
import {
  AGES,
  type AgeingReport,
  type RevenueReport,
  type RevenueRow,
  type TurnaroundReport,
} from '#db/billing/reports.ts';
import { formatMoney } from '#pwa/format/money.ts';

/** Format a month `YYYY-MM` for users. */
export const monthText = (month: string): string => dayjs(`${month}-01`).format('MMM YYYY');

/** Format a count with its noun. */
export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** Format days with one decimal. */
export const daysText = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Label of a revenue row. */
export const revenueLabel = ({ groupBy }: RevenueReport, { label }: RevenueRow): string =>
  groupBy === 'month' ? monthText(label) : label;

/** Report whether the period has no data. */
export const isNoRevenue = ({ rows }: RevenueReport): boolean =>
  rows.every((row) => row.invoiceCount === 0 && !row.received && !row.refunded && !row.writtenOff);

/** Describe the revenue chart as text. */
export function revenueText(report: RevenueReport): string {
  const { rows, total } = report;
  const net = formatMoney(total.received + total.refunded);
  const sums = `${formatMoney(total.invoiced)} invoiced with ${countText(total.invoiceCount, 'invoice')}; ${net} received, refunds taken off.`;
  const [first] = rows;
  if (!first || total.invoiced === 0) return sums;
  const topRow = rows.reduce((best, next) => (next.invoiced > best.invoiced ? next : best), first);
  return `${sums} Most invoiced: ${revenueLabel(report, topRow)} with ${formatMoney(topRow.invoiced)}.`;
}

/** Describe the ageing chart as text. */
export function ageingText({ rows, total }: AgeingReport): string {
  const overdue = total.total - total.notDue;
  const ages = AGES.filter(({ key }) => total[key] > 0).map(
    ({ key, label }) => `${label.toLowerCase()} ${formatMoney(total[key])}`,
  );
  return `${formatMoney(total.total)} is owed by ${countText(rows.length, 'organization')}, ${formatMoney(overdue)} of it overdue: ${ages.join(', ')}.`;
}

/** Describe the turnaround chart as text. */
export function turnaroundText({ all, months }: TurnaroundReport): string {
  if (!all) return 'No specimen was completed in this period.';
  const sums = `${countText(all.count, 'specimen')} completed: half of them within ${daysText(all.median)} of receipt, nine of ten within ${daysText(all.p90)}.`;
  const [first] = months;
  if (!first || months.length === 1) return sums;
  const slowest = months.reduce((worst, next) => (next.median > worst.median ? next : worst), first);
  return `${sums} Slowest month: ${monthText(slowest.month)} with a median of ${daysText(slowest.median)}.`;
}
