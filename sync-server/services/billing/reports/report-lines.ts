import type { AgeingReport, RevenueGroup, RevenueReport, TurnaroundReport } from '#db/billing/reports.ts';
import { AGES } from '#db/billing/reports.ts';
import { csvCell } from '#db/values/csv.ts';

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const GROUP: Record<RevenueGroup, string> = { month: 'Month', service: 'Service', company: 'Organization' };

type Lines = readonly (readonly string[])[];

/** Revenue as lines of a file, its headers first and its sum last. */
export const revenueLines = ({ groupBy, rows, total }: RevenueReport): Lines => [
  [GROUP[groupBy], 'Invoices', 'Invoiced', 'Received', 'Refunded', 'Written off'],
  ...[...rows, { ...total, label: 'Total' }].map((row) => [
    row.label,
    String(row.invoiceCount),
    ...[row.invoiced, row.received, row.refunded, row.writtenOff].map(dollars),
  ]),
];

/** What is owed as lines of a file, its headers first and its sum last. */
export const ageingLines = ({ at, rows, total }: AgeingReport): Lines => [
  [`Owed on ${at}`, 'Invoices', ...AGES.map(({ label }) => label), 'Total'],
  ...[...rows, { ...total, companyName: 'Total' }].map((row) => [
    row.companyName,
    String(row.invoiceCount),
    ...AGES.map(({ key }) => dollars(row[key])),
    dollars(row.total),
  ]),
];

const ALL_MONTHS = 'All months';

/** Turnaround as lines of a file: everything, by month, by service, and by both. */
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
    ...rows.map(({ name, month, count, median, p90 }) => [name, month, ...[count, median, p90].map(String)]),
  ];
}

// A refund is a number, which a spreadsheet runs no more than any other; a text that begins like one is marked.
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;
const cell = (text: string): string => (PLAIN_NUMBER.test(text) ? text : csvCell(text));

/** The lines of a report as comma-separated values, in which amounts stay numbers and no text runs as a formula. */
export const reportCsv = (lines: Lines): string =>
  `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
