import { z } from 'zod';
import type { Statement } from '#db/billing/shown-invoice.ts';
import type { TableCell } from '#db/values/csv.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { sendTable, TableFormat } from '#sync-server/services/listing/send-table.ts';
import { logExport } from '#sync-server/services/records/log-export.ts';
import { readStatement, StatementQuery } from './read-statement.ts';

const HEADERS = ['Organization', 'Day', 'Invoice', 'What happened', 'Amount', 'Owed after it'];

/** Of whom and of which days it is, so that those of several companies lie beside each other in one folder. */
export const statementFileName = ({ company, from, to }: Statement): string =>
  `statement-${company.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${from}-${to}`.replaceAll('--', '-');

/** A statement as a table: what was owed before, each line, and what was owed at the end. */
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

/** `GET …/statement/export`: the statement of a company as comma-separated values or a workbook. */
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
