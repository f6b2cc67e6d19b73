import type { Pool } from 'pg';
import { seesAllCompanies } from '#db/access/scope.ts';
import { price } from '#db/billing/price.ts';
import type { PriceRow } from '#db/billing/price-for.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fieldsOf, quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';

const COLUMNS = fieldsOf(price)
  .map(({ column }) => quoted(column))
  .join(', ');

/** Read the prices of these protocols that are valid on a day, in one statement. */
export async function pricesOn(
  pool: Pick<Pool, 'query'>,
  entity: string,
  protocolIds: readonly string[],
  day: string,
): Promise<readonly PriceRow[]> {
  const text = `SELECT ${COLUMNS} FROM price
    WHERE entity = $1 AND protocol_id = ANY ($2) AND NOT deleted
      AND effective_from <= $3 AND (effective_to IS NULL OR effective_to >= $3)`;
  const { rows } = await pool.query<Record<string, unknown>>({
    text,
    values: [entity, protocolIds, day],
    types: rowTypes,
  });
  return rows.map((record) => rowOf(price, record));
}

/**
 * Return the company type whose prices a reader sees: a customer's own; null for staff, who sell to all
 * types.
 */
export async function shownCompanyType(
  pool: Pick<Pool, 'query'>,
  session: Pick<Session, 'role' | 'companyId'>,
): Promise<CompanyType | null> {
  if (seesAllCompanies(session.role)) return null;
  const { rows } = await pool.query<{ type: string }>('SELECT type FROM company WHERE id = $1', [
    session.companyId,
  ]);
  return CompanyType.parse(rows[0]?.type);
}
