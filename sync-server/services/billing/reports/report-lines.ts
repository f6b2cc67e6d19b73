import type { AgeingReport, RevenueGroup, RevenueReport, TurnaroundReport } from '#db/billing/reports.ts';
import { AGES } from '#db/billing/reports.ts';
import type { AmountCell, TableCell } from '#db/values/csv.ts';

const amount = (cents: number): AmountCell => ({ cents });
const GROUP: Record<RevenueGroup, string> = { month: 'Month', service: 'Service', company: 'Organization' };

type Lines = readonly (readonly TableCell[])[];

/** Format revenue as lines of a file, headers first and total last. */
export const revenueLines = ({ groupBy, rows, total }: RevenueReport): Lines => [
  [GROUP[groupBy], 'Invoices', 'Invoiced', 'Received', 'Refunded', 'Written off'],
  ...[...rows, { ...total, label: 'Total' }].map((row) => [
    row.label,
    row.invoiceCount,
    ...[row.invoiced, row.received, row.refunded, row.writtenOff].map(amount),
  ]),
];

/** Format balances as lines of a file, headers first and total last. */
export const ageingLines = ({ at, rows, total }: AgeingReport): Lines => [
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
export function turnaroundLines({ all, months, services, monthsOfServices }: TurnaroundReport): Lines {
  const every = 'All services';
  const rows = [
    ...(all ? [{ ...all, name: every, month: ALL_MONTHS }] : []),
    ...months.map((row) => ({ ...row, name: every })),
    ...services.map((row) => ({ ...row, name: row.service.name, month: ALL_MONTHS })),
    ...monthsOfServices.map((row) => ({ ...row, name: row.service.name })),
  ];
  return [
    ['Service', 'Month', 'Specimens', 'Median days', 'Days of nine in ten'],
    ...rows.map(({ name, month, count, median, p90 }) => [name, month, count, median, p90]),
  ];
}
