import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/roles.ts';
import { creditNote } from '#db/billing/credits/credit-note.ts';
import { invoiceLine } from '#db/billing/invoices/invoice.ts';
import { invoiceActionsFor } from '#db/billing/invoices/invoice-actions.ts';
import { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { type Payment, payment } from '#db/billing/payments/payment.ts';
import { refundable, waitingRefunds } from '#db/billing/payments/waiting-refunds.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import type { AccessScope } from '#sync-server/http/require-access.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { readHistory } from '#sync-server/services/records/events/read-history.ts';
import { readListedInvoice } from './list-invoices.ts';

/**
 * Events of an invoice's history that a sponsor may see; reasons and names belong to the ordering customer.
 */
const SPONSOR_FIELDS = [
  'from',
  'to',
  'amount',
  'kind',
  'invoiceNumber',
  'totalDue',
  'dueDate',
  'paymentId',
] as const;

const historyFrom = ({ history, invoice: { issuedAt } }: ShownInvoice): ShownInvoice['history'] =>
  history
    .filter(({ at }) => issuedAt !== null && at >= issuedAt)
    .map((entry) => ({
      ...entry,
      by: null,
      data: Object.fromEntries(
        SPONSOR_FIELDS.flatMap((key) => (key in entry.data ? [[key, entry.data[key] ?? null]] : [])),
      ),
    }));

const isIssued = ({ invoiceNumber }: { invoiceNumber: string }): boolean => invoiceNumber.startsWith('INV-');

/**
 * Reduce an invoice for a campaign's sponsor who may not see the order: the number of specimens per service,
 * their price and the payments. Names and history of the specimens stay with the order.
 */
function withoutOrder(invoiceView: ShownInvoice): ShownInvoice {
  const { invoice, lines, payments, corrects, correctedBy, others: otherInvoices } = invoiceView;
  return {
    ...invoiceView,
    invoice: { ...invoice, voidReason: null },
    order: null,
    lines: lines.map((line) => ({ ...line, specimenIds: [], specimens: [] })),
    payments: payments.map((one) => ({ ...one, reason: null, specimenIds: null })),
    creditNotes: invoiceView.creditNotes.map((one) => ({ ...one, reason: null })),
    corrects: corrects && isIssued(corrects) ? corrects : null,
    correctedBy: correctedBy && isIssued(correctedBy) ? correctedBy : null,
    others: otherInvoices.filter(isIssued),
    history: historyFrom(invoiceView),
  };
}

const OTHER_INVOICES = `
  SELECT id, invoice_number AS "invoiceNumber", status, total_due::float8 AS "totalDue",
         corrects_invoice_id AS "correctsInvoiceId"
    FROM invoice WHERE order_id = (SELECT order_id FROM invoice WHERE id = $1) AND company_id = $2 AND id <> $1 AND NOT deleted
   ORDER BY created_at, id`;
const ORDER = `
  SELECT o.id, o.order_number AS "orderNumber", o.created_at AS "createdAt", o.status, o.order_type AS "orderType",
         o.purchase_order_number AS "purchaseOrderNumber"
    FROM "order" o WHERE o.id = $1`;
const PAYER = 'SELECT payment_terms_days AS "paymentTermsDays" FROM company WHERE id = $1';
const SPECIMENS = `SELECT id, requisition_number AS "requisitionNumber", customer_sample_id AS "customerSampleId"
    FROM specimen WHERE id = ANY ($1)`;
const NAMES = `SELECT id, coalesce(name, email) AS name FROM "user" WHERE id = ANY ($1)`;

/** Read the rows of an entity that belong to an invoice. */
async function rowsOf<E extends AnyEntity>(
  pool: Pool,
  entity: E,
  invoiceId: string,
  order: string,
): Promise<Row<E>[]> {
  const columns = fieldsOf(entity)
    .map(({ column }) => quoted(column))
    .join(', ');
  const text = `SELECT ${columns} FROM ${quoted(entity.table)} WHERE invoice_id = $1 AND NOT deleted ORDER BY ${order}`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values: [invoiceId], types: rowTypes });
  return rows.map((record) => rowOf(entity, record));
}

async function linesOf(pool: Pool, invoiceId: string) {
  const lines = await rowsOf(pool, invoiceLine, invoiceId, '"order", id');
  const ids = lines.flatMap(({ specimenIds }) => specimenIds);
  const { rows } = await pool.query<{ id: string }>(SPECIMENS, [ids]);
  const specimensById = new Map(rows.map((row) => [row.id, row]));
  return lines.map((line) => ({
    ...line,
    specimens: line.specimenIds.flatMap((id) => specimensById.get(id) ?? []),
  }));
}

/** Read the payments; customers see how they paid and refunds, but no write-off and no author of an entry. */
async function paymentsOf(pool: Pool, rows: readonly Payment[], customer: boolean) {
  const ids = rows.flatMap(({ recordedById }) => recordedById ?? []);
  const specimensById = await pool.query<{ id: string; name: string }>(NAMES, [ids]);
  const names = new Map(specimensById.rows.map(({ id, name }) => [id, name]));
  return rows.map((row) => ({
    ...row,
    ...(customer
      ? { idempotencyKey: null, reason: row.kind === 'REFUND' || row.creditNoteId ? row.reason : null }
      : {}),
    recordedByName: customer || row.recordedById === null ? null : (names.get(row.recordedById) ?? null),
    refundable: Math.max(0, refundable(rows, row)),
  }));
}

/**
 * Read one invoice with its lines, payments and history, as the reader may see it; throws 404 if it is not
 * visible.
 */
export async function readInvoice(
  pool: Pool,
  session: AccessScope,
  id: string,
  today: string,
): Promise<ShownInvoice> {
  const row = await readListedInvoice(pool, session, id, today);
  const customer = !seesAllCompanies(session.role);
  const [orders, payer, lines, payments, creditNotes, otherInvoices, history] = await Promise.all([
    pool.query({ text: ORDER, values: [row.orderId], types: rowTypes }),
    pool.query(PAYER, [row.companyId]),
    linesOf(pool, id),
    rowsOf(pool, payment, id, 'created_at, id'),
    rowsOf(pool, creditNote, id, 'credit_note_number'),
    pool.query(OTHER_INVOICES, [id, row.companyId]),
    readHistory(pool, 'Invoice', id, customer),
  ]);
  const [of] = orders.rows;
  const all: { id: string; correctsInvoiceId: string | null; status: string }[] = otherInvoices.rows;
  const invoiceView = ShownInvoice.parse({
    invoice: row,
    order: of ? { ...of, serviceName: row.serviceName } : null,
    company: { id: row.companyId, name: row.companyName, ...payer.rows[0] },
    lines,
    payments: await paymentsOf(pool, payments, customer),
    creditNotes,
    refundsDue: Math.max(0, -waitingRefunds(payments)),
    corrects: all.find((one) => one.id === row.correctsInvoiceId) ?? null,
    correctedBy: all.find((one) => one.correctsInvoiceId === id && one.status !== 'CANCELED') ?? null,
    others: all.filter(({ status }) => status !== 'VOID' && status !== 'CANCELED'),
    history,
    actions: invoiceActionsFor(session.role, row),
  });
  return row.orderId === null ? withoutOrder(invoiceView) : invoiceView;
}
