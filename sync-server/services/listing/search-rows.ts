import { type Compilable, type Expression, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { readRows } from '#sync-server/postgres/typed-reads.ts';

/** The pattern of a search for text that stands anywhere. */
export const likeText = (search: string): string => `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** True when one of the columns has the pattern. */
export const isLike = (columns: readonly Expression<unknown>[], term: string): Expression<SqlBool> =>
  either(columns.map((column) => sql<SqlBool>`${column} ILIKE ${term}`));

/**
 * True when the column has one of the ids that are found in another table. The ids become an array, so that Postgres
 * joins the index of the column with those of the searched columns, where a join would walk through all rows.
 */
export const isFoundIn = (
  column: Expression<unknown>,
  ids: Expression<{ id: string | null }>,
): Expression<SqlBool> => sql`${column} = ANY (ARRAY${ids})`;

/** A column that refers to rows of another table, and those of them that a search means. */
export interface Lookup {
  column: Expression<unknown>;
  ids: Compilable<{ id: string | null }>;
}

/**
 * Looks up first what a search means in short tables, such as organizations, and answers the conditions for what was
 * found: Postgres then knows how many rows each stands for, and chooses its indexes by that.
 */
export async function findLookupConditions(
  pool: Pick<Pool, 'query'>,
  lookups: readonly Lookup[],
): Promise<Expression<SqlBool>[]> {
  const matches = await Promise.all(lookups.map(({ ids }) => readRows(pool, ids)));
  return lookups.flatMap(({ column }, at) => {
    const ids = (matches[at] ?? []).flatMap(({ id }) => (id === null ? [] : [id]));
    return ids.length > 0 ? [isOneOf(column, ids)] : [];
  });
}

/**
 * True when the column has one of the values; they take the type of the column, so that its index serves. One value is
 * compared alone, as only then an index gives the rows in the order of the columns that follow.
 */
export const isOneOf = (column: Expression<unknown>, values: readonly string[]): Expression<SqlBool> =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = ANY (${values})`;

/** True when one of the conditions holds. */
export const either = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
