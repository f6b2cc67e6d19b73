import pg from 'pg';
import type { AnyEntity, Row } from '#db/entity.ts';

/** Return the column of a field: `shipmentPlateLocation` is `shipment_plate_location`. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** Quote an SQL name. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);

/** A field of an entity and its column. */
interface Field {
  field: string;
  column: string;
  nullable: boolean;
}

const FIELDS = new Map<AnyEntity, readonly Field[]>();

/** List the fields and columns of an entity, in schema order. */
export function fieldsOf(entity: AnyEntity): readonly Field[] {
  let fields = FIELDS.get(entity);
  if (!fields) {
    fields = Object.entries(entity.schema.shape).map(([field, schema]) => ({
      field,
      column: columnOf(field),
      nullable: schema.safeParse(null).success,
    }));
    FIELDS.set(entity, fields);
  }
  return fields;
}

/** Report whether rows of the entity belong to one business entity, and so to one lab. */
export const isTenant = (entity: AnyEntity): boolean => 'entity' in entity.schema.shape;

/** Report whether rows are documents of devices and therefore have a revision. */
export const hasRevision = (entity: AnyEntity): boolean => entity.replica !== null && 'own' in entity.replica;

// Postgres in UTC writes `2026-11-21 10:00:00.5+00`; schemas and devices write `2026-11-21T10:00:00.500Z`.
const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/;

/** Format a timestamptz as the schemas do: ISO, UTC, milliseconds. */
export function instantOf(text: string): string {
  const parts = UTC.exec(text);
  if (parts) return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z`;
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}

const { builtins } = pg.types;
const TEXT = (text: string): unknown => text;
const TEXT_ARRAY_OID = 1009;
// The marked edge: this is pg's own list parser; its declared oids omit lists.
const parseList = (pg.types.getTypeParser as (oid: number, format: 'text') => (text: string) => unknown)(
  TEXT_ARRAY_OID,
  'text',
);
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.BOOL, (text) => text === 't'],
  [builtins.INT2, Number],
  [builtins.INT4, Number],
  [builtins.INT8, Number],
  [builtins.FLOAT8, Number],
  [builtins.JSON, (text) => JSON.parse(text)],
  [builtins.JSONB, (text) => JSON.parse(text)],
  [builtins.TIMESTAMPTZ, instantOf],
  [TEXT_ARRAY_OID, parseList],
]);

/**
 * Type parsers for the schemas: numeric and date stay text, instants are ISO, whatever the pool's settings.
 */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => PARSERS.get(oid) ?? TEXT) as pg.CustomTypesConfig['getTypeParser'],
};

/** Convert a Postgres record to a row, with fields in schema order. */
export function rowOf<E extends AnyEntity>(entity: E, record: Record<string, unknown>): Row<E> {
  const row: Record<string, unknown> = {};
  for (const { field, column } of fieldsOf(entity)) row[field] = record[column];
  // The marked edge: the agreement test keeps tables and schemas equal.
  return row as Row<E>;
}

/** Convert a row, or some of its fields, to the JSON object that `json_populate_record` reads. */
export function recordOf(values: Record<string, unknown>): string {
  const record: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) record[columnOf(field)] = value;
  return JSON.stringify(record);
}
