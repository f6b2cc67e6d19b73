import { queryText } from '#pwa/api/client.ts';
import type { Portal } from './money-viewer.ts';

/** The period from the first day of the year until today, in lab days. */
export const thisYear = (today: string): { from: string; to: string } => ({
  from: `${today.slice(0, 4)}-01-01`,
  to: today,
});

/** Validate the days of a statement; null when they are valid. */
export function periodProblem(from: string, to: string): string | null {
  if (from === '' || to === '') return 'Choose both days.';
  return from > to ? 'The first day lies after the last one.' : null;
}

/** Organization and days of a statement. */
export interface StatementQuery {
  companyId: string;
  from: string;
  to: string;
}

/** API path of a statement. */
export const statementApi = (portal: Portal): string =>
  `${portal === 'invoices' ? '/api/invoices' : '/api/billing'}/statement`;

/** API path of a statement's export. */
export const statementFile = (
  portal: Portal,
  { from, to, companyId }: StatementQuery,
  format: 'pdf' | 'csv' | 'xlsx',
): string =>
  format === 'pdf'
    ? `${statementApi(portal)}/pdf?${queryText({ from, to, companyId })}`
    : `${statementApi(portal)}/export?${queryText({ from, to, companyId, format })}`;
