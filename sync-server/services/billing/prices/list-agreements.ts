import type { Pool } from 'pg';
import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import { projectBasedPricing } from '#db/billing/project-based-pricing.ts';
import { AdjustmentPage, ProjectPricePage } from '#db/billing/shown-prices.ts';
import type { Session } from '#sync-server/http/session.ts';
import type { ListQuery } from '#sync-server/services/listing/list-query.ts';
import { listRows } from '#sync-server/services/listing/list-rows.ts';

const BESIDE_PROJECT_PRICES = `
  SELECT b.id, p.name AS "projectName", c.name AS "companyName", t.name AS "protocolName",
         coalesce(a.name, a.email) AS "approvedBy", coalesce(u.name, u.email) AS "proposedBy"
    FROM project_based_pricing b
    JOIN project p ON p.id = b.project_id JOIN company c ON c.id = p.company_id
    JOIN protocol t ON t.id = b.protocol_id
    LEFT JOIN "user" a ON a.id = b.approved_by_id LEFT JOIN "user" u ON u.id = b.created_by_id
   WHERE b.id = ANY ($1)`;

const BESIDE_ADJUSTMENTS = `
  SELECT a.id, o.order_number AS "orderNumber", c.name AS "companyName", coalesce(u.name, u.email) AS "proposedBy"
    FROM price_adjustment a JOIN "order" o ON o.id = a.order_id JOIN company c ON c.id = o.company_id
    LEFT JOIN "user" u ON u.id = a.created_by_id
   WHERE a.id = ANY ($1)`;

/** The rows of a page, each with what the statement tells about it. */
async function withBeside<T extends { id: string }>(pool: Pool, rows: readonly T[], text: string) {
  const beside = await pool.query<{ id: string }>(text, [rows.map(({ id }) => id)]);
  const byId = new Map(beside.rows.map((row) => [row.id, row]));
  return rows.map((row) => ({ ...row, ...byId.get(row.id) }));
}

/** One page of the prices that were agreed for projects. */
export async function listProjectPrices(pool: Pool, { entity }: Session, query: ListQuery) {
  const found = await listRows(pool, projectBasedPricing, query, entity);
  return ProjectPricePage.parse({
    ...found,
    rows: await withBeside(pool, found.rows, BESIDE_PROJECT_PRICES),
  });
}

/** One page of discounts and fees with the orders that they belong to. */
export async function listAdjustments(pool: Pool, { entity }: Session, query: ListQuery) {
  const found = await listRows(pool, priceAdjustment, query, entity);
  return AdjustmentPage.parse({ ...found, rows: await withBeside(pool, found.rows, BESIDE_ADJUSTMENTS) });
}
