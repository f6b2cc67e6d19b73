import type { Pool } from 'pg';
import type { exportBillingStatement } from '#db/api/billing/billing.ts';
import type { exportStatement as customerExport } from '#db/api/billing/invoices.ts';
import { familyOfCall } from '#db/api/call-definition.ts';
import type { Ageing } from '#db/billing/invoices/listed-invoice.ts';
import { Statement, type StatementLine, StatementQuery } from '#db/billing/invoices/shown-invoice.ts';
import { PAYMENT_KIND, type PaymentKind } from '#db/billing/payments/payment.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { TableCell } from '#db/values/csv.ts';
import { moneyText } from '#db/values/money.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { formatLongDate } from '#sync-server/integrations/mail/email-template.ts';
import { logExport, sendTable, tableQueryOf } from '#sync-server/reads/send-table.ts';
import { PdfDocument } from '#sync-server/services/billing/documents/pdf-document.ts';
import { reversalEvents, reversedAmount, wasReceived } from './invoice-query.ts';

// A void invoice is charged on its day of issue and credited on the day of voiding; likewise a payment that
// bounced, was disputed or withdrawn. The statement of an earlier day so stays correct.
const MOVES = `
  SELECT (i.issued_at AT TIME ZONE $3)::date::text AS day, 'INVOICE' AS kind, i.id AS "invoiceId",
         i.invoice_number AS "invoiceNumber", NULL AS "paymentKind", NULL AS reference, false AS credited,
         i.total_due::float8 AS amount, i.issued_at AS at, i.due_date::text AS "dueDate", NULL AS dispute
    FROM invoice i WHERE i.company_id = $1 AND i.entity = $2 AND i.issued_at IS NOT NULL AND NOT i.deleted
  UNION ALL
  SELECT (e.occurred_at AT TIME ZONE $3)::date::text, 'VOID', i.id, i.invoice_number, NULL, NULL, false,
         (-i.total_due)::float8, e.occurred_at, i.due_date::text, NULL
    FROM invoice i JOIN event e ON e.target_type = 'Invoice' AND e.target_id = i.id AND e.type = 'INVOICE_VOIDED'
   WHERE i.company_id = $1 AND i.entity = $2 AND i.status = 'VOID' AND i.issued_at IS NOT NULL AND NOT i.deleted
  UNION ALL
  SELECT (p.received_at AT TIME ZONE $3)::date::text,
         CASE p.kind WHEN 'REFUND' THEN 'REFUND' WHEN 'WRITE_OFF' THEN 'WRITE_OFF' ELSE 'PAYMENT' END,
         i.id, i.invoice_number, p.kind, p.reference, p.credit_note_id IS NOT NULL, (-p.amount)::float8, p.received_at, i.due_date::text, NULL
    FROM payment p JOIN invoice i ON i.id = p.invoice_id
   WHERE i.company_id = $1 AND i.entity = $2 AND p.received_at IS NOT NULL
     AND ${wasReceived('p')} AND NOT p.deleted AND NOT i.deleted
  UNION ALL
  SELECT (turn.at AT TIME ZONE $3)::date::text, CASE WHEN turn.won THEN 'PAYMENT' ELSE 'TAKEN_BACK' END,
         i.id, i.invoice_number, p.kind, p.reference, p.credit_note_id IS NOT NULL, turn.took::float8, turn.at, i.due_date::text,
         CASE WHEN turn.won THEN 'won' END
    FROM payment p JOIN invoice i ON i.id = p.invoice_id
    CROSS JOIN LATERAL (
      SELECT e.occurred_at AS at, e.type = 'PAYMENT_SUCCEEDED' AS won, ${reversedAmount('p')} AS took FROM ${reversalEvents('p')}) turn
   WHERE i.company_id = $1 AND i.entity = $2 AND p.received_at IS NOT NULL AND turn.took <> 0
     AND ${wasReceived('p')} AND NOT p.deleted AND NOT i.deleted
  ORDER BY at, kind, "invoiceNumber"`;

interface Move extends Omit<StatementLine, 'balance' | 'description'> {
  paymentKind: PaymentKind | null;
  reference: string | null;
  /** Whether it counts a credit note. */
  credited: boolean;
  dueDate: string | null;
  /** The amount counts again, because the lab won a dispute. */
  dispute: 'won' | null;
}

/** Reversals of a received payment. */
const REVERSALS: Record<PaymentKind, string> = {
  CARD: 'disputed',
  CHECK: 'bounced',
  WIRE: 'bounced',
  ACH: 'bounced',
  REFUND: 'did not arrive',
  WRITE_OFF: 'taken back',
};

function describeMove({ kind, paymentKind, reference, credited, dueDate, dispute }: Move): string {
  if (kind === 'INVOICE') return dueDate === null ? 'Invoice' : `Invoice, due ${formatLongDate(dueDate)}`;
  if (kind === 'VOID') return 'Invoice voided';
  const kindLabel = paymentKind === null ? 'Payment' : PAYMENT_KIND[paymentKind];
  const label = credited ? 'Credit note' : kindLabel;
  const entryText = reference ? `${label} ${reference}` : label;
  if (dispute === 'won') return `${entryText}, dispute won`;
  return kind === 'TAKEN_BACK'
    ? `${entryText} ${paymentKind === null ? 'failed' : REVERSALS[paymentKind]}`
    : entryText;
}

const DAY_MS = 86_400_000;
const ZERO_AGEING: Ageing = { notDue: 0, days1To30: 0, days31To60: 0, days61To90: 0, over90: 0 };

function bucketOf(dueDate: string | null, to: string): keyof Ageing {
  const daysLate = dueDate === null ? 0 : Math.round((Date.parse(to) - Date.parse(dueDate)) / DAY_MS);
  if (daysLate <= 0) return 'notDue';
  if (daysLate <= 30) return 'days1To30';
  if (daysLate <= 60) return 'days31To60';
  return daysLate <= 90 ? 'days61To90' : 'over90';
}

/** Return the balance of each invoice on the last day, by days overdue at that time. */
function ageingOf(moves: readonly Move[], to: string): Ageing {
  const openInvoices = new Map<string, { balance: number; dueDate: string | null }>();
  for (const { invoiceId, amount, dueDate } of moves)
    openInvoices.set(invoiceId, { balance: (openInvoices.get(invoiceId)?.balance ?? 0) + amount, dueDate });
  const ageing = { ...ZERO_AGEING };
  for (const { balance, dueDate } of openInvoices.values()) ageing[bucketOf(dueDate, to)] += balance;
  return ageing;
}

const sum = (moves: readonly Move[]): number => moves.reduce((total, { amount }) => total + amount, 0);

/** Read charges, payments and balance of a company between two lab days; throws 404 if it is not visible. */
export async function readStatement(
  pool: Pool,
  session: Session,
  { from, to, companyId = session.companyId }: StatementQuery,
  timeZone: string,
): Promise<Statement> {
  const { rows } = await pool.query<{ id: string; name: string }>(
    'SELECT id, name FROM company WHERE id = $1 AND entity = $2 AND NOT deleted',
    [companyId, session.entity],
  );
  const [company] = rows;
  if (!company) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, company.id);
  const moves = await pool.query<Move>(MOVES, [company.id, session.entity, timeZone]);
  const known = moves.rows.filter(({ day }) => day <= to);
  const openingBalance = sum(known.filter(({ day }) => day < from));
  let balance = openingBalance;
  const lines = known
    .filter(({ day }) => day >= from)
    .map((move) => {
      balance += move.amount;
      const { day, kind, invoiceId, invoiceNumber, amount } = move;
      return { day, kind, invoiceId, invoiceNumber, description: describeMove(move), amount, balance };
    });
  return Statement.parse({
    company,
    from,
    to,
    openingBalance,
    lines,
    closingBalance: balance,
    ageing: ageingOf(known, to),
  });
}

const HEADERS = ['Organization', 'Day', 'Invoice', 'What happened', 'Amount', 'Owed after it'];

/** Return a file name with organization and days, so that several statements fit in one folder. */
export const statementFileName = ({ company, from, to }: Statement): string =>
  `statement-${company.name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${from}-${to}`.replaceAll('--', '-');

/** Build a statement as a table: opening balance, each line, closing balance. */
function statementTable(statement: Statement): TableCell[][] {
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

/** Serve the statement of an organization as CSV or a workbook. */
export function exportStatement(definition: typeof customerExport | typeof exportBillingStatement): ApiRoute {
  const { method, path, access } = definition;
  const route = streamRoute({
    method,
    path,
    access,
    handler: async (call, request, response) => {
      const { services, session } = call;
      const { format, list: query } = tableQueryOf(StatementQuery, call.query);
      const statement = await readStatement(services.pool, session, query, services.env.LAB_TIMEZONE);
      await logExport(services, session, familyOfCall(definition), request);
      await sendTable(response, statementFileName(statement), format, statementTable(statement));
    },
  });
  return describeStream(definition, route);
}

const LINES = [
  { title: 'Day', width: 72 },
  { title: 'Invoice', width: 104 },
  { title: 'Description', width: 142 },
  { title: 'Amount', width: 91, right: true },
  { title: 'Balance', width: 91, right: true },
];

/** Render the statement of a company as PDF, in the design of its invoices. */
export function renderStatementPdf(statement: Statement, entity: BusinessEntity): Promise<Buffer> {
  const { company, from, to, openingBalance, lines, closingBalance, ageing } = statement;
  const period = `${formatLongDate(from)} – ${formatLongDate(to)}`;
  const pdfDocument = new PdfDocument(entity, {
    title: `Statement ${company.name} ${from} to ${to}`,
    at: `${to}T12:00:00.000Z`,
    foot: `Statement of account, ${period}`,
  });
  pdfDocument.title('Statement of account');
  pdfDocument.blocks([
    { title: 'Organization', text: company.name },
    { title: 'Period', text: period, width: 160 },
    { title: 'Opening balance', text: moneyText(openingBalance), width: 100 },
    { title: 'Closing balance', text: moneyText(closingBalance), width: 100 },
  ]);
  pdfDocument.table(
    LINES,
    lines.map(({ day, invoiceNumber, description, amount, balance }) => [
      formatLongDate(day),
      invoiceNumber,
      description,
      moneyText(amount),
      moneyText(balance),
    ]),
    PdfDocument.sumsHeight(6),
  );
  pdfDocument.sums([
    { label: 'Not due yet', value: moneyText(ageing.notDue) },
    { label: '1 to 30 days late', value: moneyText(ageing.days1To30) },
    { label: '31 to 60 days late', value: moneyText(ageing.days31To60) },
    { label: '61 to 90 days late', value: moneyText(ageing.days61To90) },
    { label: 'Over 90 days late', value: moneyText(ageing.over90) },
    { label: 'Closing balance', value: moneyText(closingBalance), bold: true },
  ]);
  return pdfDocument.finish();
}
