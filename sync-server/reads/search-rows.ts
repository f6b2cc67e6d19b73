import { type Compilable, type Expression, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { readRows } from '#sync-server/postgres/typed-reads.ts';

/** Build the pattern of a substring search. */
export const likeText = (search: string): string => `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Condition: one of the columns matches the pattern. */
export const isLike = (columns: readonly Expression<unknown>[], term: string): Expression<SqlBool> =>
  either(columns.map((column) => sql<SqlBool>`${column} ILIKE ${term}`));

/**
 * Condition: the column has one of the ids found in another table. The ids become an array, so that Postgres
 * combines the indexes of the column and of the searched columns; a join would scan all rows.
 */
export const isFoundIn = (
  column: Expression<unknown>,
  ids: Expression<{ id: string | null }>,
): Expression<SqlBool> => sql`${column} = ANY (ARRAY${ids})`;

/** A column that refers to another table, and the rows of that table that a search matches. */
export interface Lookup {
  column: Expression<unknown>;
  ids: Compilable<{ id: string | null }>;
}

/**
 * Look up the search in short tables first, such as organizations, and return conditions on the found ids:
 * Postgres then knows how many rows each matches and chooses better indexes.
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
 * Condition: the column has one of the values, cast to the column's type so that its index is used. A single
 * value is compared with `=`, because only then an index returns rows in the order of its following columns.
 */
export const isOneOf = (column: Expression<unknown>, values: readonly string[]): Expression<SqlBool> =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = ANY (${values})`;

/** Combine conditions with OR. */
export const either = (conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` OR `)})`;
