import type { ClientBase, QueryResult } from 'pg';
import type { AnyEntity } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { QueryReader } from './acceleration/parts.ts';
import { columnOf, fieldsOf, hasRevision, isTenant, quoted, recordOf, rowTypes } from './row-mapping.ts';

type Values = Record<string, unknown>;
type RecordResult = QueryResult<Record<string, unknown>>;

// Prepared statements have short names; the code bounds the number of different texts.
const NAMES = new Map<string, string>();

function nameOf(text: string): string {
  let name = NAMES.get(text);
  if (!name) {
    name = `row_${NAMES.size}`;
    NAMES.set(text, name);
  }
  return name;
}

/** Run a statement that is prepared once per connection, and parse values as the schemas define them. */
export function query(client: QueryReader, text: string, values: unknown[]): Promise<RecordResult> {
  return client.query({ name: nameOf(text), text, values, types: rowTypes });
}

const COLUMNS = new Map<AnyEntity, string>();

/** Return the columns of an entity as a select list, with `rev` if its rows are documents of devices. */
export function columnList(entity: AnyEntity): string {
  let list = COLUMNS.get(entity);
  if (!list) {
    const columns = fieldsOf(entity).map(({ column }) => quoted(column));
    list = [...columns, ...(hasRevision(entity) ? ['rev'] : [])].join(', ');
    COLUMNS.set(entity, list);
  }
  return list;
}

/**
 * A condition on the lab that no index serves: for a new table, Postgres rates the index of (lab, rev) as good
 * as that of the id, and would later scan all rows of the lab with it.
 */
const ofLab = (place: number): string => `(lab = $${place}) IS TRUE`;

/** Read one row by id; rows of another lab are not found. */
export function selectById(
  client: ClientBase,
  entity: AnyEntity,
  id: string,
  lab: string,
): Promise<RecordResult> {
  const scope = isTenant(entity) ? ` AND ${ofLab(2)}` : '';
  const text = `SELECT ${columnList(entity)} FROM ${quoted(entity.table)} WHERE id = $1${scope}`;
  return query(client, text, isTenant(entity) ? [id, lab] : [id]);
}

/**
 * Read rows by id and all rows above them, in any order; a row of the other business entity ends the chain. The
 * lateral limit keeps one look-up by id for each level: a plan made while the table was small would join all of it.
 */
export function selectAncestors(
  client: ClientBase,
  entity: AnyEntity,
  ids: readonly string[],
  parentField: string,
  lab: string,
): Promise<RecordResult> {
  const scope = isTenant(entity) ? ` AND ${ofLab(2)}` : '';
  const from = `SELECT ${columnList(entity)} FROM ${quoted(entity.table)}`;
  // UNION drops repeated rows, so a damaged tree ends too.
  const text = `WITH RECURSIVE chain AS (${from} WHERE id = ANY ($1)${scope} UNION SELECT above.* FROM chain
    CROSS JOIN LATERAL (${from} WHERE id = chain.${quoted(columnOf(parentField))}${scope} LIMIT 1) AS above)
    SELECT ${columnList(entity)} FROM chain`;
  return query(client, text, isTenant(entity) ? [ids, lab] : [ids]);
}

function condition(key: string, target: unknown, values: unknown[]): string {
  const column = quoted(columnOf(key));
  if (target === null) return `${column} IS NULL`;
  if (!Array.isArray(target)) {
    values.push(target);
    return `${column} = $${values.length}`;
  }
  values.push(target.filter((value) => value !== null));
  const anyOf = `${column} = ANY ($${values.length})`;
  return target.includes(null) ? `(${anyOf} OR ${column} IS NULL)` : anyOf;
}

/** Read a lab's rows by equality on indexed fields, ordered by id; deleted rows only on request. */
export function selectWhere(
  client: ClientBase,
  entity: AnyEntity,
  filter: Values,
  lab: string,
): Promise<RecordResult> {
  const values: unknown[] = [];
  const conditions: string[] = [];
  for (const [key, target] of Object.entries(filter)) {
    if (key !== 'id' && key !== 'deleted' && !entity.indexes.includes(key)) {
      throw new AppError('INTERNAL', `${entity.name}.${key} is not declared as an index.`);
    }
    if (target !== undefined) conditions.push(condition(key, target, values));
  }
  if (!('deleted' in filter)) conditions.push('NOT deleted');
  if (isTenant(entity)) conditions.push(ofLab(values.push(lab)));
  const text = `SELECT ${columnList(entity)} FROM ${quoted(entity.table)} WHERE ${conditions.join(' AND ')} ORDER BY id COLLATE "C"`;
  return query(client, text, values);
}

// json_populate_record converts each value to its column's type, so lists, jsonb and decimals need no case
// here.
const selectFromJson = (entity: AnyEntity, columns: string): string =>
  `SELECT ${columns} FROM json_populate_record(NULL::${quoted(entity.table)}, $1::json)`;

/** Insert a complete row. */
export function insertRow(client: ClientBase, entity: AnyEntity, row: Values): Promise<RecordResult> {
  const columns = fieldsOf(entity)
    .map(({ column }) => quoted(column))
    .join(', ');
  const text = `INSERT INTO ${quoted(entity.table)} (${columns}) ${selectFromJson(entity, columns)}`;
  return query(client, text, [recordOf(row)]);
}

/** Write the changed fields of a row of the lab, provided that its version is still the one that was read. */
export function updateRow(
  client: ClientBase,
  entity: AnyEntity,
  id: string,
  version: number,
  changes: Values,
  lab: string,
): Promise<RecordResult> {
  const columns = Object.keys(changes)
    .map((field) => quoted(columnOf(field)))
    .join(', ');
  const text = `UPDATE ${quoted(entity.table)} SET (${columns}) = (${selectFromJson(entity, columns)}) WHERE id = $2 AND version = $3${isTenant(entity) ? ` AND ${ofLab(4)}` : ''}`;
  return query(client, text, [recordOf(changes), id, version, ...(isTenant(entity) ? [lab] : [])]);
}

const populatedAll = (entity: AnyEntity, columns: string): string =>
  `SELECT ${columns} FROM json_populate_recordset(NULL::${quoted(entity.table)}, $1::json)`;

/** Insert complete rows in one statement. */
export function insertRows(
  client: ClientBase,
  entity: AnyEntity,
  rows: readonly Values[],
): Promise<RecordResult> {
  const [only] = rows;
  if (only && rows.length === 1) return insertRow(client, entity, only);
  const columns = fieldsOf(entity)
    .map(({ column }) => quoted(column))
    .join(', ');
  const text = `INSERT INTO ${quoted(entity.table)} (${columns}) ${populatedAll(entity, columns)}`;
  return query(client, text, [`[${rows.map(recordOf).join(',')}]`]);
}

/** Write whole rows of the lab in one statement, each provided that its version is still the one that was read. */
export function updateRows(
  client: ClientBase,
  entity: AnyEntity,
  changes: readonly { version: number; row: Values }[],
  lab: string,
): Promise<RecordResult> {
  const columns = fieldsOf(entity)
    .map(({ column }) => quoted(column))
    .filter((column) => column !== quoted('id'));
  const text = `UPDATE ${quoted(entity.table)} AS kept SET (${columns.join(', ')}) = (SELECT ${columns
    .map((column) => `next.${column}`)
    .join(', ')}) FROM json_populate_recordset(NULL::${quoted(entity.table)}, $1::json) AS next
    JOIN unnest($2::text[], $3::int[]) AS seen (id, version) ON seen.id = next.id
    WHERE kept.id = next.id AND kept.version = seen.version${isTenant(entity) ? ' AND (kept.lab = $4) IS TRUE' : ''}`;
  return query(client, text, [
    `[${changes.map(({ row }) => recordOf(row)).join(',')}]`,
    changes.map(({ row }) => row['id']),
    changes.map(({ version }) => version),
    ...(isTenant(entity) ? [lab] : []),
  ]);
}
