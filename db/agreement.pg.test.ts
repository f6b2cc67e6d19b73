import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { CATALOGUE } from './entities.ts';
import type { AnyEntity } from './entity.ts';
import { bytes, cents, decimal, largeCount } from './values/field-types.ts';

interface Column {
  type: string;
  nullable: boolean;
}
interface Table {
  columns: Map<string, Column>;
  checks: string[];
  indexed: Set<string>;
  triggers: Map<string, string>;
  view: boolean;
}

let database: TestDatabase;
const tables = new Map<string, Table>();

const columnOf = (field: string): string => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

async function readTables(pool: pg.Pool): Promise<void> {
  const { rows: relations } = await pool.query<{ name: string; kind: string }>(
    `SELECT relname AS name, relkind AS kind FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')`,
  );
  for (const { name, kind } of relations) {
    tables.set(name, {
      columns: new Map(),
      checks: [],
      indexed: new Set(),
      triggers: new Map(),
      view: kind === 'v',
    });
  }
  const { rows: columns } = await pool.query<{
    table: string;
    name: string;
    type: string;
    nullable: boolean;
  }>(
    `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable
     FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  for (const { table, name, type, nullable } of columns)
    tables.get(table)?.columns.set(name, { type, nullable });
  await readRules(pool);
}

async function readRules(pool: pg.Pool): Promise<void> {
  const { rows: checks } = await pool.query<{ table: string; text: string }>(
    `SELECT c.relname AS table, pg_get_constraintdef(k.oid) AS text
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'c' AND c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, text } of checks) tables.get(table)?.checks.push(text);
  const { rows: indexes } = await pool.query<{ table: string; column: string }>(
    `SELECT c.relname AS table, a.attname AS column
     FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
     JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
     WHERE c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, column } of indexes) tables.get(table)?.indexed.add(column);
  const { rows: triggers } = await pool.query<{ table: string; name: string; text: string }>(
    `SELECT c.relname AS table, t.tgname AS name, pg_get_triggerdef(t.oid) AS text
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
     WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace`,
  );
  for (const { table, name, text } of triggers) tables.get(table)?.triggers.set(name, text);
}

beforeAll(async () => {
  database = await createTestDatabase();
  await readTables(database.pool);
});
afterAll(() => database.drop());

// Zod types `def` only for schemas known at compile time, so its own description of a schema is read through
// a cast.
type Field = z.core.$ZodType;

/** Return a field without its `nullable`. */
function unwrapField(field: Field): { field: Field; nullable: boolean } {
  const { def } = field._zod as { def: z.core.$ZodTypeDef & { innerType?: Field } };
  return def.type === 'nullable' && def.innerType
    ? { field: def.innerType, nullable: true }
    : { field, nullable: false };
}

/** Return the values of an enumeration, or of a list of one. */
function valuesOf(field: Field): string[] | null {
  const { def } = field._zod as {
    def: z.core.$ZodTypeDef & { entries?: Record<string, string>; element?: Field };
  };
  if (def.type === 'enum' && def.entries) return Object.values(def.entries);
  return def.type === 'array' && def.element ? valuesOf(def.element) : null;
}

/** Return the column type that a field must have. */
function sqlTypeOf(declaredField: Field): string {
  const { field } = unwrapField(declaredField);
  if (field === decimal) return 'numeric';
  if (field === cents || field === bytes || field === largeCount) return 'bigint';
  const { def } = field._zod as {
    def: z.core.$ZodTypeDef & { format?: string; element?: Field };
  };
  if (def.type === 'string' && def.format === 'date') return 'date';
  if (def.type === 'string' && def.format === 'datetime') return 'timestamp with time zone';
  if (def.type === 'string' || def.type === 'enum') return 'text';
  if (def.type === 'boolean') return 'boolean';
  if (def.type === 'number') return 'integer';
  if (def.type === 'array') return def.element?._zod.def.type === 'object' ? 'jsonb' : 'text[]';
  if (def.type === 'record') return 'jsonb';
  return `no column type for ${def.type}`;
}

const tableOf = (entity: AnyEntity): Table => {
  const table = tables.get(entity.table);
  if (!table) throw new Error(`There is no table ${entity.table} for ${entity.name}.`);
  return table;
};

const isReplicated = (entity: AnyEntity): boolean => entity.replica !== null && 'own' in entity.replica;

/** Return the values that a CHECK allows for a column. */
function checkedValues(table: Table, column: string): string[] | null {
  const own = table.checks.find((text) =>
    new RegExp(`^CHECK \\(\\(+"?${column}"? (= ANY|<@) \\(?`).test(text),
  );
  return own ? [...own.matchAll(/'([^']*)'::text/g)].flatMap((match) => match[1] ?? []) : null;
}

test('every entity has a name and a table of its own', () => {
  expect(new Set(CATALOGUE.map((one) => one.name)).size).toBe(CATALOGUE.length);
  expect(new Set(CATALOGUE.map((one) => one.table)).size).toBe(CATALOGUE.length);
});

test('a table whose rows never change cannot be truncated', () => {
  const growing = [...tables].filter(([, { triggers }]) =>
    [...triggers.values()].some((text) => text.includes('append_only()')),
  );
  expect(growing.length).toBeGreaterThan(0);
  const halves = growing.filter(
    ([, { triggers }]) =>
      !['BEFORE DELETE OR UPDATE ON', 'BEFORE TRUNCATE ON'].every((when) =>
        [...triggers.values()].some((text) => text.includes(when) && text.includes('append_only()')),
      ),
  );
  expect(halves.map(([name]) => name)).toEqual([]);
});

describe.each(CATALOGUE.map((entity) => [entity.name, entity] as const))('%s', (_, entity) => {
  const fields = Object.entries(entity.schema.shape);

  test('has a column with the type and nullability of each field, and no other', () => {
    const table = tableOf(entity);
    const expected = fields.map(([name, field]) => {
      const { nullable } = unwrapField(field);
      return `${columnOf(name)} ${sqlTypeOf(field)}${nullable || table.view ? '' : ' not null'}`;
    });
    const actual = [...table.columns]
      .filter(([name]) => name !== 'rev' && name !== 'lab' && name !== 'written_at')
      .map(([name, { type, nullable }]) => `${name} ${type}${nullable || table.view ? '' : ' not null'}`);
    expect(actual.sort()).toEqual(expected.sort());
    expect(table.columns.has('lab')).toBe('entity' in entity.schema.shape);
    expect(table.columns.has('rev')).toBe(isReplicated(entity) || entity.name === 'UserCompany');
  });

  test('allows exactly the values of the enumeration in each enumerated column', () => {
    const table = tableOf(entity);
    const enumerated = fields.flatMap(([name, field]) => {
      const values = table.view ? undefined : valuesOf(unwrapField(field).field);
      return values ? [{ name, values: [...values].sort() }] : [];
    });
    const checked = enumerated.map(({ name }) => ({
      name,
      values: checkedValues(table, columnOf(name))?.sort(),
    }));
    expect(checked).toEqual(enumerated);
  });

  test('has an index for each declared one', () => {
    const table = tableOf(entity);
    const missing = entity.indexes.filter((name) => !table.view && !table.indexed.has(columnOf(name)));
    expect(missing).toEqual([]);
  });

  test('lists only its own fields as listed and indexed', () => {
    const names = new Set(fields.map(([name]) => name));
    const { sort = [], filter = [], search = [] } = entity.list ?? {};
    const referencedFields = [...sort, ...filter, ...search, ...entity.indexes];
    expect(referencedFields.filter((name) => !names.has(name))).toEqual([]);
  });

  test('has the triggers that its replica declaration requires', () => {
    const table = tableOf(entity);
    const triggerSql = [...table.triggers.values()].join('\n');
    const required = [
      ...(isReplicated(entity) && !table.view ? ['sync_stamp('] : []),
      ...(entity.replica && 'embedded' in entity.replica ? ['sync_touch'] : []),
      ...(entity.appendOnly ? ['append_only('] : []),
      ...('entity' in entity.schema.shape && !table.view ? ['stamp_lab('] : []),
    ];
    expect(required.filter((name) => !triggerSql.includes(name))).toEqual([]);
  });
});

/** Load what the files of `db/factories` export. */
async function loadBuilders(): Promise<Map<string, unknown>> {
  const folder = new URL('./factories/', import.meta.url);
  const files = readdirSync(folder).filter((file) => /^build-[a-z-]+\.ts$/.test(file));
  const modules = await Promise.all(files.map((file): Promise<object> => import(new URL(file, folder).href)));
  return new Map(modules.flatMap((module) => Object.entries(module)));
}
const BUILDERS = await loadBuilders();

// Only rules write events and conflicts; their tests read what the rules wrote.
const BUILT = CATALOGUE.filter((one) => one.name !== 'Event' && one.name !== 'SyncConflict');

test.each(BUILT.map((entity) => [entity.name, entity] as const))(
  'the builder of %s makes a row that its entity accepts as it is',
  (name, entity) => {
    const build = BUILDERS.get(`build${name}`);
    if (typeof build !== 'function') throw new Error(`There is no build${name} in db/factories.`);
    const row: unknown = build();
    expect(entity.schema.strict().safeParse(row).error).toBeUndefined();
  },
);
