import pg from 'pg';
import type { AnyEntity, Row } from '#db/entity.ts';

/** The column of a field: `shipmentPlateLocation` is `shipment_plate_location`. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** A quoted SQL name. */
export const quoted = (name: string): string => pg.escapeIdentifier(name);

/** A field of an entity as its table has it. */
interface Field {
  field: string;
  column: string;
  nullable: boolean;
}

const FIELDS = new Map<AnyEntity, readonly Field[]>();

/** Fields and columns of an entity, in the order of its schema. */
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

/** True when rows of the entity belong to one business entity. */
export const isTenant = (entity: AnyEntity): boolean => 'entity' in entity.schema.shape;

/** True when rows are documents of devices and so carry a revision. */
export const hasRevision = (entity: AnyEntity): boolean => entity.replica !== null && 'own' in entity.replica;

// Postgres in UTC writes `2026-11-21 10:00:00.5+00`; schemas and devices write `2026-11-21T10:00:00.500Z`.
const UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3})\d*)?\+00$/;

/** A timestamptz as the schemas write it: ISO, UTC, milliseconds. */
export function instantOf(text: string): string {
  const parts = UTC.exec(text);
  if (parts) return `${parts[1]}T${parts[2]}.${(parts[3] ?? '').padEnd(3, '0')}Z`;
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}

const { builtins } = pg.types;
const TEXT = (text: string): unknown => text;
const TEXT_ARRAY_OID = 1009;
// The marked edge: pg's own list parser, whose declared oids leave lists out.
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

/** Reads values as the schemas have them: numeric and date stay text, instants are ISO, whatever the pool is set to. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number) => PARSERS.get(oid) ?? TEXT) as pg.CustomTypesConfig['getTypeParser'],
};

/** One record of Postgres as a row, its fields in the order of the schema. */
export function rowOf<E extends AnyEntity>(entity: E, record: Record<string, unknown>): Row<E> {
  const row: Record<string, unknown> = {};
  for (const { field, column } of fieldsOf(entity)) row[field] = record[column];
  // The marked edge: the agreement test holds tables and schemas together.
  return row as Row<E>;
}

/** A row, or some of its fields, as the JSON object that `json_populate_record` reads. */
export function recordOf(values: Record<string, unknown>): string {
  const record: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) record[columnOf(field)] = value;
  return JSON.stringify(record);
}
