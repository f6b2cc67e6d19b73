import { z } from 'zod';
import type { Statement } from '#db/billing/shown-invoice.ts';
import type { TableCell } from '#db/values/csv.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { sendTable, TableFormat } from '#sync-server/services/listing/send-table.ts';
import { logExport } from '#sync-server/services/records/log-export.ts';
import { readStatement, StatementQuery } from './read-statement.ts';

const HEADERS = ['Organization', 'Day', 'Invoice', 'What happened', 'Amount', 'Owed after it'];

/** Return a file name with organization and days, so that several statements fit in one folder. */
export const statementFileName = ({ company, from, to }: Statement): string =>
  `statement-${company.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${from}-${to}`.replaceAll('--', '-');

/** Build a statement as a table: opening balance, each line, closing balance. */
export function statementTable(statement: Statement): TableCell[][] {
  const { company, from, to, openingBalance, closingBalance, lines } = statement;
  const row = (
    day: string,
    invoice: string,
    text: string,
    amount: TableCell,
    balance: number,
  ): TableCell[] => [company.name, day, invoice, text, amount, { cents: balance }];
  return [
    HEADERS,
    row(from, '', 'Opening balance', '', openingBalance),
    ...lines.map(({ day, invoiceNumber, description, amount, balance }) =>
      row(day, invoiceNumber, description, { cents: amount }, balance),
    ),
    row(to, '', 'Closing balance', '', closingBalance),
  ];
}

/** `GET …/statement/export`: the statement of an organization as CSV or a workbook. */
export const exportStatement = (family: 'invoices' | 'billing'): ApiRoute =>
  streamRoute({
    method: 'get',
    path: `/api/${family}/statement/export`,
    access: `${family}:read`,
    handler: async (call, request, response) => {
      const { services, session } = call;
      const { format: requestedFormat, ...rest } = z.record(z.string(), z.unknown()).parse(call.query ?? {});
      const format = parseInput(TableFormat, requestedFormat);
      const query = parseInput(StatementQuery, rest);
      const statement = await readStatement(services.pool, session, query, services.env.LAB_TIMEZONE);
      await logExport(services, session, family, request);
      await sendTable(response, statementFileName(statement), format, statementTable(statement));
    },
  });
