import { queryText } from '#pwa/api/client.ts';
import type { Desk } from './money-viewer.ts';

/** From the first day of the year until today, by the lab's days. */
export const thisYear = (today: string): { from: string; to: string } => ({
  from: `${today.slice(0, 4)}-01-01`,
  to: today,
});

/** What is wrong with the days of a statement; null when nothing is. */
export function periodProblem(from: string, to: string): string | null {
  if (from === '' || to === '') return 'Choose both days.';
  return from > to ? 'The first day lies after the last one.' : null;
}

/** Of whom and of which days a statement is asked for. */
export interface AskedStatement {
  companyId: string;
  from: string;
  to: string;
}

/** Where a statement is read. */
export const statementApi = (desk: Desk): string =>
  `${desk === 'invoices' ? '/api/invoices' : '/api/billing'}/statement`;

/** Where a statement is taken out as a file. */
export const statementFile = (
  desk: Desk,
  { from, to, companyId }: AskedStatement,
  format: 'pdf' | 'csv' | 'xlsx',
): string =>
  format === 'pdf'
    ? `${statementApi(desk)}/pdf?${queryText({ from, to, companyId })}`
    : `${statementApi(desk)}/export?${queryText({ from, to, companyId, format })}`;
