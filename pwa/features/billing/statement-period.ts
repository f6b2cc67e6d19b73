import { queryText } from '#pwa/api/client.ts';
import type { Portal } from './money-viewer.ts';

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
export interface StatementQuery {
  companyId: string;
  from: string;
  to: string;
}

/** Where a statement is read. */
export const statementApi = (portal: Portal): string =>
  `${portal === 'invoices' ? '/api/invoices' : '/api/billing'}/statement`;

/** Where a statement is taken out as a file. */
export const statementFile = (
  portal: Portal,
  { from, to, companyId }: StatementQuery,
  format: 'pdf' | 'csv' | 'xlsx',
): string =>
  format === 'pdf'
    ? `${statementApi(portal)}/pdf?${queryText({ from, to, companyId })}`
    : `${statementApi(portal)}/export?${queryText({ from, to, companyId, format })}`;
