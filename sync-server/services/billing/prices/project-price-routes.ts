import { sql } from 'kysely';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import * as calls from '#db/api/billing/project-prices.ts';
import type { ListQuery } from '#db/api/list-query.ts';
import { projectBasedPricing } from '#db/billing/prices/price.ts';
import {
  isLargeAgreement,
  matchingListPrice,
  projectPriceActionsFor,
} from '#db/billing/prices/project-price-actions.ts';
import { endProjectPrice, setProjectPrice } from '#db/billing/prices/set-project-price.ts';
import { ProjectPriceChoices, ProjectPricePage } from '#db/billing/prices/shown-prices.ts';
import type { ApiRoute, AppServices } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { listRows, readRow, type SearchAlso } from '#sync-server/reads/list-rows.ts';
import { isFoundIn, isLike } from '#sync-server/reads/search-rows.ts';
import { labToday } from '#sync-server/services/ordering/services/read-services.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

const RELATED_COLUMNS = `
  SELECT b.id, p.name AS "projectName", c.name AS "companyName", t.name AS "protocolName",
         coalesce(a.name, a.email) AS "approvedBy", coalesce(u.name, u.email) AS "proposedBy"
    FROM project_based_pricing b
    JOIN project p ON p.id = b.project_id JOIN company c ON c.id = p.company_id
    JOIN protocol t ON t.id = b.protocol_id
    LEFT JOIN "user" a ON a.id = b.approved_by_id LEFT JOIN "user" u ON u.id = b.created_by_id
   WHERE b.id = ANY ($1)`;

const BY_NAMES: SearchAlso = (term) => {
  const projects = reads.selectFrom('project').select('id');
  const companies = reads.selectFrom('company').select('id').where('name', 'ilike', term);
  const protocols = reads.selectFrom('protocol as t').select('t.id');
  return [
    isFoundIn(sql.ref('r.project_id'), projects.where('name', 'ilike', term)),
    isFoundIn(
      sql.ref('r.project_id'),
      projects.where((eb) => isFoundIn(eb.ref('company_id'), companies)),
    ),
    isFoundIn(
      sql.ref('r.protocol_id'),
      protocols.where(isLike([sql.ref('t.name'), sql.ref('t.code')], term)),
    ),
  ];
};

const PROJECTS = `SELECT p.id, p.name, c.name AS "companyName" FROM project p JOIN company c ON c.id = p.company_id
  WHERE p.entity = $1 AND NOT p.deleted AND p.status = 'ACTIVE' ORDER BY p.name, p.id`;
const PROTOCOLS = `SELECT id, name, code FROM protocol
  WHERE entity = $1 AND NOT deleted AND status NOT IN ('DISCONTINUED', 'REJECTED') ORDER BY name, id`;

// Declined prices are deleted and few ever wait, so their ids are read first.
const WAITING =
  'SELECT id FROM project_based_pricing WHERE entity = $1 AND approved_at IS NULL AND NOT deleted';

async function narrowed(pool: Pool, { entity }: Session, { state, ...filter }: ListQuery['filter']) {
  if (!state?.includes('WAITING')) return filter;
  const { rows } = await pool.query<{ id: string }>(WAITING, [entity]);
  return { ...filter, id: rows.map(({ id }) => id) };
}

/** Find the matching list price of each of these agreements. */
async function listPrices(pool: Pool, session: Session, at: string, rows: Agreements) {
  const { userId } = session;
  return inTransaction(pool, async (client) => {
    const tx = new PgTransaction(client, {
      at,
      userId,
      ...scopeOfActor(session, 'office'),
      receivedAt: at,
      requestId: 'read',
    });
    const amounts = new Map<string, number | null>();
    for (const row of rows) amounts.set(row.id, await matchingListPrice(tx, row));
    return amounts;
  });
}
type Agreements = readonly ({ id: string } & Parameters<typeof matchingListPrice>[1])[];

/** Read one page of the agreed or proposed project prices. */
async function listProjectPrices(services: AppServices, session: Session, query: ListQuery) {
  const { pool, now } = services;
  const filter = await narrowed(pool, session, query.filter);
  const page = await listRows(pool, projectBasedPricing, { ...query, filter }, session.entity, BY_NAMES);
  const [related, prices] = await Promise.all([
    pool.query<{ id: string }>(RELATED_COLUMNS, [page.rows.map(({ id }) => id)]),
    listPrices(pool, session, now().toISOString(), page.rows),
  ]);
  const byId = new Map(related.rows.map((row) => [row.id, row]));
  const day = labToday(services);
  return ProjectPricePage.parse({
    ...page,
    rows: page.rows.map((row) => {
      const listAmount = prices.get(row.id) ?? null;
      const large = isLargeAgreement(row, listAmount);
      return {
        ...row,
        ...byId.get(row.id),
        listAmount,
        acts: projectPriceActionsFor(session, row, { large, day }),
      };
    }),
  });
}

/** List the options for a price agreement: active projects and protocols in use. */
async function readProjectPriceChoices(services: AppServices, { entity }: Session) {
  const { pool } = services;
  const [projects, protocols] = await Promise.all([
    pool.query(PROJECTS, [entity]),
    pool.query(PROTOCOLS, [entity]),
  ]);
  return ProjectPriceChoices.parse({
    day: labToday(services),
    projects: projects.rows,
    protocols: protocols.rows,
  });
}

/** `/api/lab/project-base-pricing`: agreed prices of projects. */
export const projectPriceRoutes: readonly ApiRoute[] = [
  serveCall(calls.listProjectPrices, ({ services, session, query }) =>
    listProjectPrices(services, session, query),
  ),
  serveCall(calls.readProjectPriceChoices, ({ services, session }) =>
    readProjectPriceChoices(services, session),
  ),
  serveCall(calls.setProjectPrice, async ({ services, session, body }) => {
    const pricingId = ulid();
    const { message } = await executeOperation(engineOf(services), session, setProjectPrice, {
      ...body,
      pricingId,
    });
    const row = await readRow(services.pool, projectBasedPricing, pricingId, session.entity);
    return { row, message };
  }),
  serveCall(calls.endProjectPrice, async ({ services, session, params, body }) => {
    await readRow(services.pool, projectBasedPricing, params.id, session.entity);
    const args = { pricingId: params.id, ...body };
    await executeOperation(engineOf(services), session, endProjectPrice, args);
  }),
];
