import { type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { type LabMember, visibleEntities } from '#db/access/lab.ts';
import { STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import type { ListCounts, ListViewDefinition } from '#db/api/list-counts.ts';
import { type ListQuery, listQueryOf } from '#db/api/list-query.ts';
import { type ListedOrder, ORDER_LIST, OrderChoices, OrderPage } from '#db/ordering/orders/listed-order.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUSES } from '#db/ordering/orders/order-status.ts';
import { KIT_ORDER_STATUSES, WAITING_KIT_STATUSES } from '#db/ordering/shipments/collection-kits.ts';
import { REPORT_SUBTYPES } from '#db/records/files/result-files.ts';
import { readOrderResults } from '#db/specimens/results/results-of-order.ts';
import { approvalProblems } from '#db/specimens/results/results-problems.ts';
import { approvesClinicalResults } from '#db/specimens/results/results-state.ts';
import { type AccessScope, visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { countRowsOfViews, listRows, type SearchAlso } from '#sync-server/reads/list-rows.ts';
import { findLookupConditions, isLike } from '#sync-server/reads/search-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { orderedBySql } from './order-sql.ts';

/**
 * SQL: running clinical orders, or those with recalled results, with a report attached. They are few, and the
 * rule decides which of them wait.
 */
const CANDIDATES = `
  SELECT DISTINCT s.order_id AS id FROM specimen s
    JOIN "order" o ON o.id = s.order_id AND NOT o.deleted
    JOIN protocol p ON p.id = o.protocol_id AND p.clinical
   WHERE s.id IN (SELECT id FROM specimen WHERE status = 'IN_PROGRESS' AND entity = ANY ($1)
       UNION ALL SELECT target_id FROM event WHERE type = 'RESULTS_RECALLED' AND entity = ANY ($1))
     AND NOT s.deleted AND s.results_released_at IS NULL
     AND EXISTS (SELECT 1 FROM s3_file f WHERE f.target_id IN (s.id, s.order_id)
       AND f.sub_type = ANY ($2) AND f.status = 'STORED' AND NOT f.deleted)`;

/** The reader of a list of orders. */
export type OrderReader = AccessScope & LabMember;

/** Read the clinical orders that wait for this person's approval; none for people who do not approve. */
async function ordersToApprove(pool: Pool, session: OrderReader): Promise<string[]> {
  if (!approvesClinicalResults(session.role)) return [];
  const { rows } = await pool.query<{ id: string }>(CANDIDATES, [
    visibleEntities(session),
    [...REPORT_SUBTYPES],
  ]);
  if (rows.length === 0) return [];
  return inTransaction(pool, async (client) => {
    const at = new Date().toISOString();
    const tx = new PgTransaction(client, {
      at,
      userId: null,
      ...scopeOfActor(session, 'bench'),
      receivedAt: at,
      requestId: 'read',
    });
    const orders = await tx.find(order, { id: rows.map(({ id }) => id) });
    const all = await Promise.all(orders.map((of) => readOrderResults(tx, of)));
    return all
      .filter((one) => one.specimens.some((row) => approvalProblems(one, row).length === 0))
      .map((one) => one.order.id);
  });
}

const RELATED_COLUMNS = `
  SELECT o.id, c.name AS "companyName", s.name AS "serviceName", p.name AS "projectName",
         ${orderedBySql('$2', '$3')} AS "createdByName",
         coalesce(n.specimens, 0)::int AS "specimenCount", coalesce(n.received, 0)::int AS "receivedCount"
    FROM "order" o
    JOIN company c ON c.id = o.company_id
    LEFT JOIN service s ON s.protocol_id = o.protocol_id
    LEFT JOIN project p ON p.id = o.project_id
    LEFT JOIN "user" u ON u.id = o.created_by_user_id
    LEFT JOIN LATERAL (
      SELECT count(*) AS specimens, count(sp.received_at) AS received FROM specimen sp
       WHERE sp.order_id = o.id AND NOT sp.deleted AND sp.status <> 'CANCELED') n ON true
   WHERE o.id = ANY ($1)`;

type RelatedColumns = Omit<ListedOrder, keyof Order>;

const EMPTY_RELATIONS: RelatedColumns = {
  companyName: '',
  serviceName: '',
  projectName: null,
  createdByName: null,
  specimenCount: 0,
  receivedCount: 0,
};

/** Load names and specimen counts of the orders of one page, in the terms of the lab or of a customer. */
export async function loadOrderRelations(
  pool: Pick<Pool, 'query'>,
  ids: readonly string[],
  customer: boolean,
): Promise<(row: Pick<Order, 'id'>) => RelatedColumns> {
  const { rows } = await pool.query<RelatedColumns & { id: string }>(RELATED_COLUMNS, [
    ids,
    customer,
    [...STAFF_ROLES],
  ]);
  const relatedById = new Map(rows.map((row) => [row.id, row]));
  return ({ id }) => relatedById.get(id) ?? EMPTY_RELATIONS;
}

/** SQL: shipments to the lab of running orders of business entities $1: shipment p, order o, company c. */
export const SHIPMENT_UNDER_WAY = `shipment p JOIN "order" o ON o.id = p.order_id JOIN company c ON c.id = o.company_id
   WHERE o.entity = ANY ($1) AND NOT o.deleted AND NOT p.deleted AND p.direction = 'INBOUND'
     AND o.status NOT IN ('CANCELED', 'COMPLETED')`;

/** SQL: shipments that were returned, lost, or expected before the lab day $2 and not received. */
export const SHIPMENT_LATE = `${SHIPMENT_UNDER_WAY}
     AND (p.status IN ('FAILED', 'RETURNED')
       OR (p.status IN ('PRE_TRANSIT', 'IN_TRANSIT') AND p.estimated_delivery < coalesce($2::date, current_date)))`;

const toSqlList = (statuses: readonly string[]): string => statuses.map((one) => `'${one}'`).join(', ');

const PROPOSED = `
  SELECT DISTINCT order_id AS id FROM price_adjustment
   WHERE status = 'PROPOSED' AND entity = ANY ($1) AND NOT deleted`;

/** SQL: the orders of business entities $1 whose collection kits have still to be sent. */
export const KITS_TO_SEND = `
  SELECT DISTINCT s.order_id AS id FROM shipment s JOIN "order" o ON o.id = s.order_id
   WHERE s.direction = 'KIT_OUT' AND s.status IN (${toSqlList(WAITING_KIT_STATUSES)}) AND NOT s.deleted
     AND s.entity = ANY ($1) AND o.status IN (${toSqlList(KIT_ORDER_STATUSES)}) AND NOT o.deleted`;

const WITH_LATE_SHIPMENT = `SELECT DISTINCT o.id FROM ${SHIPMENT_LATE}`;

const idsOf = async (
  pool: Pool,
  values: readonly (string | readonly string[] | null)[],
  text: string,
): Promise<string[]> => (await pool.query<{ id: string }>(text, [...values])).rows.map(({ id }) => id);

type VirtualFilters = Partial<
  Record<'proposals' | 'kits' | 'parcels' | 'results', readonly string[] | undefined>
>;

/**
 * Return the ids of orders that match all virtual filters, or null without any; they are few, so they are
 * read first.
 */
async function findIdsByVirtualFilters(
  pool: Pool,
  { session, today }: { session: OrderReader; today: string | null },
  { proposals, kits, parcels, results }: VirtualFilters,
): Promise<string[] | null> {
  const entities = visibleEntities(session);
  const lookups: Promise<string[]>[] = [];
  const addLookup = (
    requested: readonly string[] | undefined,
    value: string,
    read: () => Promise<string[]>,
  ): void => {
    if (requested) lookups.push(requested.includes(value) ? read() : Promise.resolve([]));
  };
  addLookup(proposals, 'OPEN', () => idsOf(pool, [entities], PROPOSED));
  addLookup(kits, 'TO_SEND', () => idsOf(pool, [entities], KITS_TO_SEND));
  addLookup(parcels, 'LATE', () => idsOf(pool, [entities, today], WITH_LATE_SHIPMENT));
  addLookup(results, 'TO_APPROVE', () => ordersToApprove(pool, session));
  const [first, ...rest] = await Promise.all(lookups);
  return first?.filter((id) => rest.every((ids) => ids.includes(id))) ?? null;
}

/** A shorter search would match most sample IDs. */
const MIN_SAMPLE_SEARCH = 3;
/** More orders than these are not found by the IDs of their samples. */
const MAX_SAMPLE_MATCHES = 1000;

/** The search also covers what the list shows of an order, who ordered it, and the IDs of its samples. */
const BY_RELATIONS: SearchAlso = (term, pool) => {
  const samples = reads
    .selectFrom('specimen as s')
    .select('s.order_id as id')
    .where(
      isLike(
        ['julian_id', 'requisition_number', 'customer_sample_id', 'tube_barcode'].map((one) =>
          sql.ref(`s.${one}`),
        ),
        term,
      ),
    )
    .limit(MAX_SAMPLE_MATCHES);
  return findLookupConditions(pool, [
    {
      column: sql.ref('r.company_id'),
      ids: reads.selectFrom('company').select('id').where('name', 'ilike', term),
    },
    {
      column: sql.ref('r.protocol_id'),
      ids: reads.selectFrom('service').select('protocol_id as id').where('name', 'ilike', term),
    },
    {
      column: sql.ref('r.project_id'),
      ids: reads.selectFrom('project').select('id').where('name', 'ilike', term),
    },
    {
      column: sql.ref('r.created_by_user_id'),
      ids: reads
        .selectFrom('user as u')
        .select('u.id')
        .where(sql<SqlBool>`coalesce(u.name, u.first_name || ' ' || u.last_name) ILIKE ${term}`),
    },
    ...(term.length >= MIN_SAMPLE_SEARCH + 2 ? [{ column: sql.ref('r.id'), ids: samples }] : []),
  ]);
};

/** Drafts belong to those who write them: staff find them only by their status or their proposals. */
const SUBMITTED_STATUSES = ORDER_STATUSES.filter((status) => status !== 'DRAFT');

/** Return the filter of the rows that a reader may see, with its virtual filters resolved. */
async function resolveFilter(
  pool: Pool,
  session: OrderReader,
  query: ListQuery,
  { companyScope, today }: { companyScope: 'all' | readonly string[]; today: string | null },
): Promise<ListQuery> {
  const { proposals, kits, parcels, results, companyId: requested, ...rest } = query.filter;
  const matchingIds = await findIdsByVirtualFilters(
    pool,
    { session, today },
    { proposals, kits, parcels, results },
  );
  const companyId =
    companyScope === 'all' ? requested : companyScope.filter((id) => !requested || requested.includes(id));
  const filter = {
    ...(seesAllCompanies(session.role) && !rest['id'] && !proposals ? { status: SUBMITTED_STATUSES } : {}),
    ...rest,
    ...(companyId ? { companyId } : {}),
    ...(matchingIds ? { id: matchingIds } : {}),
  };
  return { ...query, filter };
}

/**
 * Read one page of visible orders: of the reader's own companies, or all for staff; `today` is the lab's day.
 */
export async function listOrders(
  pool: Pool,
  session: OrderReader,
  query: ListQuery,
  today: string | null = null,
): Promise<OrderPage> {
  const companyScope = await visibleCompanies(pool, session);
  const resolved = await resolveFilter(pool, session, query, { companyScope, today });
  const page = await listRows(pool, order, resolved, tenantOf(session), BY_RELATIONS);
  const relationsOf = await loadOrderRelations(
    pool,
    page.rows.map(({ id }) => id),
    !seesAllCompanies(session.role),
  );
  return OrderPage.parse({ ...page, rows: page.rows.map((row) => ({ ...row, ...relationsOf(row) })) });
}

/** Count the visible orders of each view. */
export async function countOrders(
  pool: Pool,
  session: OrderReader,
  views: readonly ListViewDefinition[],
  today: string,
): Promise<ListCounts> {
  const companyScope = await visibleCompanies(pool, session);
  const queries = await Promise.all(
    views.map(async ({ id, filters }) => ({
      id,
      query: await resolveFilter(pool, session, listQueryOf(ORDER_LIST).parse(filters), {
        companyScope,
        today,
      }),
    })),
  );
  return countRowsOfViews(pool, order, queries, tenantOf(session));
}

// One index look-up per company, protocol and project, however many orders exist.
const has = (column: string, of: string) =>
  `EXISTS (SELECT 1 FROM "order" o WHERE o.${column} = ${of}.id AND NOT o.deleted
      AND o.entity = ANY ($1) AND ($2::text[] IS NULL OR o.company_id = ANY ($2)))`;

const COMPANIES = `SELECT id, name FROM company c
  WHERE entity = ANY ($1) AND ($2::text[] IS NULL OR id = ANY ($2)) AND ${has('company_id', 'c')} ORDER BY name, id`;
const SERVICES = `SELECT p.id, min(s.name) AS name FROM service s JOIN protocol p ON p.id = s.protocol_id
  WHERE s.entity = ANY ($1) AND ${has('protocol_id', 'p')} GROUP BY p.id ORDER BY name, p.id`;
const PROJECTS = `SELECT id, name FROM project p
  WHERE entity = ANY ($1) AND NOT deleted AND ${has('project_id', 'p')} ORDER BY name, id`;

/** Read the filter choices of the order list. */
export async function readOrderChoices(pool: Pool, session: Session): Promise<OrderChoices> {
  const companyScope = await visibleCompanies(pool, session);
  const values = [visibleEntities(session), companyScope === 'all' ? null : companyScope];
  const [companies, services, projects] = await Promise.all([
    pool.query(COMPANIES, values),
    pool.query(SERVICES, values),
    pool.query(PROJECTS, values),
  ]);
  return OrderChoices.parse({ companies: companies.rows, services: services.rows, projects: projects.rows });
}
