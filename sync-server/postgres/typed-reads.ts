import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
} from 'kysely';
import type { Pool, QueryResultRow } from 'pg';
import type { ReadDatabase } from './read-database.ts';
import { rowTypes } from './row-mapping.ts';

// Kysely only writes SQL here; `readRows` sends it over the server's pool with the server's parsers.
const builder = new Kysely<ReadDatabase>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Builds typed SELECTs. It offers no writes, because these go through operations. */
export const reads: Pick<Kysely<ReadDatabase>, 'selectFrom'> = builder;

/** Run a typed SELECT. Instants are ISO text, numeric and date stay text. */
export async function readRows<T>(pool: Pick<Pool, 'query'>, query: Compilable<T>): Promise<T[]> {
  const { sql: text, parameters } = query.compile();
  const { rows } = await pool.query<T & QueryResultRow>({ text, values: [...parameters], types: rowTypes });
  return rows;
}

/** Return the text and values of a typed condition for use in a hand-written statement. */
export function textOf(condition: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = condition.compile(builder);
  return { text, values: [...parameters] };
}
