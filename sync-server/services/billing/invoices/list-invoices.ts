import type { Pool } from 'pg';
import { invoice } from '#db/billing/invoice.ts';
import { type InvoicePage, ListedInvoice } from '#db/billing/listed-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { companiesInSight, type Sight } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import type { ListQuery } from '#sync-server/services/listing/list-query.ts';
import { BALANCE, conditionsOf, FROM, isShown, orderBy, seesOrder } from './invoice-query.ts';

const COLUMNS = fieldsOf(invoice)
  .map(({ column }) => `i.${quoted(column)}`)
  .join(', ');
const besideOf = (companies: string): string => `c.name AS "companyName", ${BALANCE} AS balance,
  ${seesOrder(companies)} AS "seesOrder", CASE WHEN ${seesOrder(companies)} THEN o.order_number END AS "orderNumber",
  CASE WHEN o.order_type = 'CAMPAIGN' THEN o.campaign_code END AS "campaignCode",
  coalesce((SELECT s.name FROM service s WHERE s.protocol_id = o.protocol_id ORDER BY s.id LIMIT 1), 'Sequencing') AS "serviceName"`;

const DAY_MS = 86_400_000;
const daysLate = (dueDate: string | null, today: string, balance: number): number =>
  dueDate === null || balance <= 0
    ? 0
    : Math.max(0, Math.round((Date.parse(today) - Date.parse(dueDate)) / DAY_MS));

/** Refuses a day that is none before the database does. */
function requireDays({ filter }: ListQuery): void {
  for (const field of ['from', 'to'] as const) {
    const given = filter[field]?.[0];
    const known =
      given === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given)));
    if (!known)
      throw new AppError('VALIDATION', MESSAGES.fixForm, [
        { path: field, message: 'Give a day as YYYY-MM-DD.' },
      ]);
  }
}

const listed = (record: Record<string, unknown>, today: string): ListedInvoice => {
  const row = rowOf(invoice, record);
  const balance = Number(record['balance']);
  const { companyName, orderNumber, campaignCode, serviceName } = record;
  return ListedInvoice.parse({
    ...row,
    companyName,
    orderId: record['seesOrder'] === true ? row.orderId : null,
    orderNumber,
    campaignCode,
    serviceName,
    balance,
    overdueDays: row.issuedAt === null ? 0 : daysLate(row.dueDate, today, balance),
  });
};

/** One page of the invoices that somebody sees: of their own companies, or for staff of all. */
export async function listInvoices(
  pool: Pool,
  session: Session,
  query: ListQuery,
  today: string,
): Promise<InvoicePage> {
  requireDays(query);
  const sight = await companiesInSight(pool, session);
  const { where, values, companies } = conditionsOf(query, { entity: session.entity, sight, today });
  const counted = await pool.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM ${FROM} WHERE ${where}`,
    values,
  );
  const { page, limit } = query;
  const text = `SELECT ${COLUMNS}, ${besideOf(companies)} FROM ${FROM} WHERE ${where}
    ORDER BY ${orderBy(query.sort)} LIMIT ${limit} OFFSET ${(page - 1) * limit}`;
  const { rows } = await pool.query<Record<string, unknown>>({ text, values, types: rowTypes });
  return { rows: rows.map((row) => listed(row, today)), total: counted.rows[0]?.total ?? 0, page, limit };
}

/** One invoice as lists show it; 404 when it is out of sight. */
export async function readListedInvoice(
  pool: Pool,
  session: Sight,
  id: string,
  today: string,
): Promise<ListedInvoice> {
  const sight = await companiesInSight(pool, session);
  const text = `SELECT ${COLUMNS}, ${besideOf('$3')} FROM ${FROM}
    WHERE i.id = $1 AND i.entity = $2 AND ${isShown('$3')} AND NOT i.deleted`;
  const { rows } = await pool.query<Record<string, unknown>>({
    text,
    values: [id, session.entity, sight === 'all' ? null : sight],
    types: rowTypes,
  });
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return listed(rows[0], today);
}
