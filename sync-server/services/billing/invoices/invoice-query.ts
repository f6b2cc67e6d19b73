import { invoice } from '#db/billing/invoice.ts';
import { INVOICE_FILTER, INVOICE_SORT, INVOICE_STANDS } from '#db/billing/listed-invoice.ts';
import type { Sight } from '#sync-server/http/scope.ts';
import { type ListQuery, listQueryOf } from '#sync-server/services/listing/list-query.ts';

/** How a list of invoices is asked for. */
export const InvoiceQuery = listQueryOf({
  list: { sort: [...INVOICE_SORT], filter: [...INVOICE_FILTER] },
  schema: invoice.schema,
  words: { stand: INVOICE_STANDS },
});

/** What is still to be paid of an invoice that was issued. */
export const BALANCE = `CASE WHEN i.status IN ('VOID', 'CANCELED') THEN 0 ELSE greatest(0, i.total_due - i.amount_paid) END`;
/** An invoice that is issued and not paid in whole. */
export const IS_OPEN = `(i.issued_at IS NOT NULL AND i.status NOT IN ('VOID', 'CANCELED') AND i.total_due > i.amount_paid)`;
/** Work that is not billed yet. */
export const IS_UNBILLED = `(i.issued_at IS NULL AND i.status NOT IN ('VOID', 'CANCELED'))`;

/** The tables behind a list of invoices, and what it is called by. */
export const FROM = `invoice i JOIN "order" o ON o.id = i.order_id JOIN company c ON c.id = i.company_id`;

/** Whose orders a list may name: a sponsor is told nothing of orders of others that it pays for. */
export const seesOrder = (companies: string): string =>
  `(${companies}::text[] IS NULL OR o.company_id = ANY (${companies}::text[]))`;
/** Such an invoice is the sponsor's business once it is issued. */
export const isShown = (companies: string): string =>
  `(${companies}::text[] IS NULL OR (i.company_id = ANY (${companies}::text[])
    AND (i.issued_at IS NOT NULL OR o.company_id = ANY (${companies}::text[]))))`;

const COLUMN: Record<(typeof INVOICE_SORT)[number] | 'id', string> = {
  id: 'i.id',
  invoiceNumber: 'i.invoice_number',
  status: 'i.status',
  dueDate: 'i.due_date',
  totalDue: 'i.total_due',
  amountPaid: 'i.amount_paid',
  balance: BALANCE,
  issuedAt: 'i.issued_at',
  createdAt: 'i.created_at',
  companyName: 'c.name',
  orderNumber: '"orderNumber"',
};
const isSortable = (field: string): field is keyof typeof COLUMN => Object.hasOwn(COLUMN, field);

/** The order of a list, the id last, so that pages never overlap. */
export const orderBy = (sort: ListQuery['sort']): string =>
  [...sort, { field: 'id', descending: false }]
    .flatMap(({ field, descending }) =>
      isSortable(field) ? [`${COLUMN[field]} ${descending ? 'DESC' : 'ASC'} NULLS LAST`] : [],
    )
    .join(', ');

const likeText = (search: string): string => `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

const STAND: Record<(typeof INVOICE_STANDS)[number], (today: string) => string> = {
  unbilled: () => IS_UNBILLED,
  open: () => IS_OPEN,
  overdue: (today) => `(${IS_OPEN} AND i.due_date < ${today}::date)`,
  paid: () => `i.status = 'PAID_IN_FULL'`,
  ended: () => `i.status IN ('VOID', 'CANCELED')`,
};

/** Which invoices a list shows, and the values that it binds; `sight` keeps customers to their own companies. */
export function conditionsOf(
  query: ListQuery,
  { entity, sight, today }: Pick<Sight, 'entity'> & { sight: 'all' | readonly string[]; today: string },
): { where: string; values: unknown[]; companies: string } {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const parts = [`i.entity = ${bind(entity)}`];
  const companies = bind(sight === 'all' ? null : sight);
  parts.push(isShown(companies));
  if (query.records !== 'all') parts.push(query.records === 'deleted' ? 'i.deleted' : 'NOT i.deleted');
  const { status, companyId, orderId, stand, from, to } = query.filter;
  if (status) parts.push(`i.status = ANY (${bind(status)}::text[])`);
  if (companyId) parts.push(`i.company_id = ANY (${bind(companyId)}::text[])`);
  if (orderId) parts.push(`${seesOrder(companies)} AND i.order_id = ANY (${bind(orderId)}::text[])`);
  if (stand) {
    const day = bind(today);
    const wanted = INVOICE_STANDS.filter((word) => stand.includes(word)).map((word) => STAND[word](day));
    parts.push(`${day}::date IS NOT NULL AND (${wanted.length > 0 ? wanted.join(' OR ') : 'false'})`);
  }
  if (from?.[0]) parts.push(`i.issued_at >= ${bind(from[0])}::date`);
  if (to?.[0]) parts.push(`i.issued_at < ${bind(to[0])}::date + 1`);
  if (query.search !== '') {
    const term = bind(likeText(query.search));
    const found = ['i.invoice_number', 'i.customer_purchase_order', 'c.name'];
    const ofOrder = `(${seesOrder(companies)} AND o.order_number ILIKE ${term})`;
    parts.push(`(${found.map((column) => `${column} ILIKE ${term}`).join(' OR ')} OR ${ofOrder})`);
  }
  return { where: parts.join(' AND '), values, companies };
}
