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
import type { CataloguedEntity } from '#db/entities.ts';
import type { Row } from '#db/entity.ts';
import type { OtherTables } from './other-tables.ts';
import { rowTypes } from './row-mapping.ts';

/** The column of a field, as `columnOf` names it: `companyId` is `company_id`. */
export type ColumnName<
  Field extends string,
  Done extends string = '',
> = Field extends `${infer Letter}${infer Rest}`
  ? ColumnName<Rest, `${Done}${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}`>
  : Done;

type ColumnsOf<Fields> = {
  [Field in keyof Fields & string as ColumnName<Field>]: Fields[Field];
};

type EntityTables = { [Entity in CataloguedEntity as Entity['table']]: ColumnsOf<Row<Entity>> };

/**
 * The database type for typed reads: entity tables by their declarations, which `agreement.pg.test.ts`
 * compares with the migrations, and the few other tables that lists read.
 */
export type ReadDatabase = EntityTables & OtherTables;

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
export const reads: Pick<Kysely<ReadDatabase>, 'selectFrom' | 'selectNoFrom'> = builder;

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
