import type pg from 'pg';
import { z } from 'zod';
import { allowedValues } from '#db/api/filter-values.ts';
import type { AnyEntity } from '#db/entity.ts';
import { ref } from '#db/values/field-types.ts';
import { columnOf, fieldsOf, quoted } from '#sync-server/postgres/row-mapping.ts';

/** Test support: fills a table by one statement, without triggers, references and checks. */

/** Number of rows in other tables that these rows may refer to. */
export const REFERENCED_ROWS = 500;

/** Build SQL for the id of the row with that number. */
export const rowId = (n: string): string => `'row-' || lpad((${n})::text, 6, '0')`;

const DAY = `current_date - (n % 900)::int`;
const MOMENT = `now() - n * interval '3 minutes'`;
const TYPES: Readonly<Record<string, string>> = {
  boolean: 'n % 2 = 0',
  date: DAY,
  'timestamp with time zone': MOMENT,
  integer: '(n % 1000)::int',
  bigint: 'n % 1000',
  numeric: 'n % 1000',
  jsonb: `'{}'::jsonb`,
  'text[]': `'{}'`,
};
const FIXED: Readonly<Record<string, string>> = {
  id: rowId('n'),
  entity: `'WBL'`,
  deleted: 'n % 50 = 0',
};

function isReference(entity: AnyEntity, field: string): boolean {
  const schema = entity.schema.shape[field];
  return schema === ref || (schema instanceof z.ZodNullable && schema.unwrap() === ref);
}

function valueFor(entity: AnyEntity, field: string, type: string): string {
  const fixed = FIXED[field];
  if (fixed) return fixed;
  const values = allowedValues(field, entity);
  if (values && type === 'text') {
    const list = values.map((value) => `'${value}'`).join(', ');
    return `(ARRAY[${list}])[1 + n % ${values.length}]`;
  }
  if (TYPES[type]) return TYPES[type];
  if (isReference(entity, field)) return rowId(`1 + n % ${REFERENCED_ROWS}`);
  // Increasing values make index creation fast, and their last digits have enough trigrams for searches.
  return `to_hex(4294967296 + n::bigint * 20011 + ${field.length})`;
}

async function typesOf(owner: pg.ClientBase, table: string): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    [quoted(table)],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Drop the indexes that no constraint needs; returns how to recreate them. */
async function dropIndexes(owner: pg.ClientBase, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; text: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS text FROM pg_index
      WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)`,
    [quoted(table)],
  );
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`);
  return rows.map(({ text }) => text);
}

/** Drop references and checks of all tables, so that each can be filled alone and without a log. */
export async function dropConstraints(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ text: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS text FROM pg_constraint
      WHERE contype IN ('c', 'f') AND connamespace = 'public'::regnamespace`,
  );
  await owner.query(rows.map(({ text }) => text).join('; '));
}

/** Fill an entity's table with rows from `row-000001` on; `own` gives values of fields, as SQL over `n`. */
export async function fillTable(
  owner: pg.ClientBase,
  entity: AnyEntity,
  count: number,
  own: Readonly<Record<string, string>> = {},
): Promise<void> {
  const types = await typesOf(owner, entity.table);
  const table = quoted(entity.table);
  const { list } = entity;
  const listFields: readonly string[] = list ? [...list.sort, ...list.filter, ...list.search] : [];
  // Columns that no list uses stay empty where possible, so that the rows are written fast. Lists that are
  // written for several tables may use any column.
  const filled = fieldsOf(entity).filter(
    ({ field, nullable }) =>
      !list || !nullable || listFields.includes(field) || own[field] || isReference(entity, field),
  );
  const columns = filled.map(({ field, nullable }) => {
    const column = columnOf(field);
    const value = own[field] ?? valueFor(entity, field, types.get(column) ?? 'text');
    return {
      column,
      value: nullable && !own[field] ? `CASE WHEN n % 9 = 0 THEN NULL ELSE ${value} END` : value,
    };
  });
  await owner.query(`ALTER TABLE ${table} SET UNLOGGED`);
  const indexes = await dropIndexes(owner, entity.table);
  await owner.query(`SET session_replication_role = replica; SET maintenance_work_mem = '256MB'`);
  await owner.query(
    `INSERT INTO ${table} (${columns.map(({ column }) => quoted(column)).join(', ')})
     SELECT ${columns.map(({ value }) => value).join(', ')} FROM generate_series(1, ${count}) n`,
  );
  for (const index of indexes) await owner.query(index);
}

/** Fill the operation log; most rows belong to other people than that of `row-000001`. */
export async function fillOperations(owner: pg.ClientBase, count: number): Promise<void> {
  await owner.query('SET session_replication_role = replica');
  await owner.query(
    `INSERT INTO operation (device_id, n, id, entity, name, version, user_id, user_company_id, device_time, occurred_at,
       received_at, base, args, args_hash, depends_on, outcome, rev)
     SELECT 'device', n, ${rowId('n')}, 'WBL', 'move-sample', 1, ${rowId('1 + n % 50')},
       'membership', now(), now(), now(), '{}', '{}', 'hash', '{}', 'APPLIED', n FROM generate_series(1, ${count}) n`,
  );
}
