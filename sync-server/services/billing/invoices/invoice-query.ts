import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import type { ListQuery } from '#db/api/list-query.ts';
import { INVOICE_STATES } from '#db/billing/invoices/listed-invoice.ts';
import type { AccessScope } from '#sync-server/http/require-access.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import type { SortColumn } from '#sync-server/reads/read-list.ts';
import {
  either,
  findLookupConditions,
  isFoundIn,
  isLike,
  isOneOf,
  likeText,
} from '#sync-server/reads/search-rows.ts';

/** SQL: the balance due of an issued invoice. */
export const BALANCE = `CASE WHEN i.status IN ('VOID', 'CANCELED') THEN 0 ELSE greatest(0, i.total_due - i.amount_paid) END`;
/** SQL: an invoice that is issued and not fully paid. */
export const IS_OPEN = `(i.issued_at IS NOT NULL AND i.status NOT IN ('VOID', 'CANCELED') AND i.total_due > i.amount_paid)`;
/** SQL: work that is not billed yet. */
export const IS_UNBILLED = `(i.issued_at IS NULL AND i.status NOT IN ('VOID', 'CANCELED'))`;

/** SQL: invoices with their orders and payers. */
export const INVOICE_ROWS = reads
  .selectFrom('invoice as i')
  .innerJoin('order as o', 'o.id', 'i.order_id')
  .innerJoin('company as c', 'c.id', 'i.company_id');
const { ref } = expressionBuilder(INVOICE_ROWS);

/** The organizations of a reader; null for all of the business entity. */
type Companies = readonly string[] | null;
const ofCompanies = (column: 'o.company_id' | 'i.company_id', companies: Companies): Expression<SqlBool> =>
  companies === null ? sql`true` : isOneOf(ref(column), companies);

/**
 * The organizations whose orders a list may name, because a sponsor must not see orders of others that it
 * pays for.
 */
export const seesOrder = (companies: Companies): Expression<SqlBool> =>
  ofCompanies('o.company_id', companies);
/** Build the condition of visible invoices: a sponsor sees that of a sponsored order once it is issued. */
export const isShown = (companies: Companies): Expression<SqlBool> =>
  companies === null
    ? sql`true`
    : sql`(${ofCompanies('i.company_id', companies)} AND (i.issued_at IS NOT NULL OR ${seesOrder(companies)}))`;

/** Sort columns of the list; a reader who may not see an order does not sort by its number either. */
export const invoiceSort = (companies: Companies): Readonly<Record<string, SortColumn>> => ({
  invoiceNumber: { by: ref('i.invoice_number') },
  status: { by: ref('i.status') },
  dueDate: { by: ref('i.due_date'), nullable: true },
  totalDue: { by: ref('i.total_due') },
  amountPaid: { by: ref('i.amount_paid') },
  balance: { by: sql.raw(BALANCE) },
  issuedAt: { by: ref('i.issued_at'), nullable: true },
  createdAt: { by: ref('i.created_at') },
  companyName: { by: ref('c.name') },
  orderNumber:
    companies === null
      ? { by: ref('o.order_number'), nullable: true }
      : { by: sql`CASE WHEN ${seesOrder(companies)} THEN o.order_number END`, nullable: true },
});

const BALANCE_CONDITIONS: Record<(typeof INVOICE_STATES)[number], (today: string) => Expression<SqlBool>> = {
  unbilled: () => sql.raw(IS_UNBILLED),
  open: () => sql.raw(IS_OPEN),
  overdue: (today) => sql`(${sql.raw(IS_OPEN)} AND i.due_date < ${today}::date)`,
  paid: () => sql`i.status = 'PAID_IN_FULL'`,
  ended: () => sql`i.status IN ('VOID', 'CANCELED')`,
};

async function isSearched(pool: Pool, search: string, companies: Companies): Promise<Expression<SqlBool>> {
  const term = likeText(search);
  const payers = reads.selectFrom('company').select('id').where('name', 'ilike', term);
  const orders = reads
    .selectFrom('order as o')
    .select('o.id')
    .where(isLike([sql.ref('o.order_number')], term))
    .where(seesOrder(companies));
  const campaigns = reads
    .selectFrom('order')
    .select('id')
    .where('campaign_code', 'ilike', term)
    .where('order_type', '=', 'CAMPAIGN');
  const services = reads.selectFrom('service').select('protocol_id as id').where('name', 'ilike', term);
  const ofServices = reads
    .selectFrom('order as o')
    .select('o.id')
    .where((eb) => isFoundIn(eb.ref('o.protocol_id'), services))
    .where(seesOrder(companies));
  const projects = reads.selectFrom('project').select('id').where('name', 'ilike', term);
  const ofProjects = reads
    .selectFrom('order as o')
    .select('o.id')
    .where((eb) => isFoundIn(eb.ref('o.project_id'), projects))
    .where(seesOrder(companies));
  return either([
    isLike([ref('i.invoice_number'), ref('i.customer_purchase_order')], term),
    ...(await findLookupConditions(pool, [{ column: ref('i.company_id'), ids: payers }])),
    isFoundIn(ref('i.order_id'), orders),
    isFoundIn(ref('i.order_id'), campaigns),
    isFoundIn(ref('i.order_id'), ofServices),
    isFoundIn(ref('i.order_id'), ofProjects),
  ]);
}

/** Return the filter of an invoice list; `companies` restricts customers to their own. */
export async function conditionsOf(
  pool: Pool,
  query: ListQuery,
  { entity, companies, today }: Pick<AccessScope, 'entity'> & { companies: Companies; today: string },
): Promise<readonly Expression<SqlBool>[]> {
  const conditions: Expression<SqlBool>[] = [sql`i.entity = ${entity}`, isShown(companies)];
  if (query.records !== 'all')
    conditions.push(query.records === 'deleted' ? sql`i.deleted` : sql`NOT i.deleted`);
  const { status, companyId, orderId, stand: balanceStates, from, to } = query.filter;
  if (status) conditions.push(isOneOf(ref('i.status'), status));
  if (companyId) conditions.push(isOneOf(ref('i.company_id'), companyId));
  if (orderId) conditions.push(seesOrder(companies), isOneOf(ref('i.order_id'), orderId));
  if (balanceStates)
    conditions.push(
      either(
        INVOICE_STATES.filter((state) => balanceStates.includes(state)).map((state) =>
          BALANCE_CONDITIONS[state](today),
        ),
      ),
    );
  if (from?.[0]) conditions.push(sql`i.issued_at >= ${from[0]}::date`);
  if (to?.[0]) conditions.push(sql`i.issued_at < ${to[0]}::date + 1`);
  if (query.search !== '') conditions.push(await isSearched(pool, query.search, companies));
  return conditions;
}

/**
 * SQL: the events `e` by which a received payment stopped counting (bounced, disputed, withdrawn), or counts
 * again because a dispute was won.
 */
export const reversalEvents = (payment: string): string =>
  `event e WHERE e.target_type = 'Invoice' AND e.target_id = ${payment}.invoice_id
      AND (e.type = 'PAYMENT_FAILED' OR (e.type = 'PAYMENT_SUCCEEDED' AND e.data ? 'disputed'))
      AND e.data ->> 'paymentId' = ${payment}.id AND e.occurred_at >= ${payment}.received_at`;

/** Build SQL for what such an event removes, or restores if negative; a dispute states its amount. */
export const reversedAmount = (payment: string): string =>
  `coalesce((e.data ->> 'disputed')::bigint, ${payment}.amount)`;

/** Build SQL for whether a payment was ever received, whatever happened to it since. */
export const wasReceived = (payment: string): string =>
  `(${payment}.status = 'SUCCEEDED' OR (${payment}.status = 'FAILED' AND EXISTS (SELECT 1 FROM ${reversalEvents(payment)})))`;

/** Build SQL for whether any part of a payment counts now. */
export const isCounted = (payment: string): string =>
  `(${payment}.status = 'SUCCEEDED' OR ${payment}.disputed_amount IS NOT NULL)`;

/** Build SQL for the part of a received payment that counts now: all, or what a dispute leaves. */
export const countedAmount = (payment: string): string =>
  `(${payment}.amount - coalesce(${payment}.disputed_amount, 0))`;
