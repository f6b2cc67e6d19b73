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

// It writes SQL only; `readRows` sends it over the server's own pool, with the server's own parsers.
const builder = new Kysely<ReadDatabase>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Builds typed SELECTs. Writes go through operations, so the builder offers none. */
export const reads: Pick<Kysely<ReadDatabase>, 'selectFrom'> = builder;

/** Runs a typed SELECT. Instants are ISO text, numeric and date stay text. */
export async function readRows<T>(pool: Pick<Pool, 'query'>, query: Compilable<T>): Promise<T[]> {
  const { sql: text, parameters } = query.compile();
  const { rows } = await pool.query<T & QueryResultRow>({ text, values: [...parameters], types: rowTypes });
  return rows;
}

/** The text and values of a typed condition, for statements that are written by hand around it. */
export function textOf(condition: RawBuilder<unknown>): { text: string; values: unknown[] } {
  const { sql: text, parameters } = condition.compile(builder);
  return { text, values: [...parameters] };
}
