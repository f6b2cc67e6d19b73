import type { z } from 'zod';
import type { CollectionName } from './sync/collections.ts';
import { BusinessEntity } from './values/business-entity.ts';
import { bool, instant, int, ref } from './values/field-types.ts';

/** Fields that every row has (domain 0). */
export const baseFields = {
  id: ref,
  createdAt: instant,
  createdById: ref.nullable(),
  updatedAt: instant,
  version: int,
  deleted: bool,
};

/** Base fields of a row that belongs to one business entity. */
export const tenantFields = { ...baseFields, entity: BusinessEntity };

/** Sent to devices as a document of its own. `kind` distinguishes the entities of one collection. */
interface OwnDocument {
  collection: CollectionName;
}

/**
 * The part of a record's history that its document has: of some types only the newest events. A document has
 * every event of other types, because rules sum them or search them without limit. The server has all events
 * and judges with all of them.
 */
export interface HistoryWindow {
  /** The types of which only the newest are in the document. */
  types: readonly string[];
  /** At least so many of these events are in the document. */
  newest: number;
  /** And all of the hours before the newest of them. */
  hours: number;
  /**
   * And all since the newest events from which a replay of the history may begin, whatever was before: events of
   * these types that name a container and have none of these keys in their data.
   */
  replayFrom?: { types: readonly string[]; without: readonly string[]; count: number };
  /** Events with one of these keys in their data are in the document at any age: other events depend on them. */
  keep: readonly string[];
}

/**
 * Embedded in its parent's document as the array `as`. `parentKey` names the column that holds the parent's
 * id (or a list of ids); `when` restricts the rows to those whose column has one of the values (polymorphic
 * parents); `window` leaves old events out.
 */
export interface EmbeddedIn {
  collection: CollectionName;
  as: string;
  parentKey: string;
  when?: { field: string; in: readonly string[] };
  window?: HistoryWindow;
}

/**
 * How devices receive an entity: not at all, as documents, or embedded in other documents; with `fields`, those
 * fields only.
 */
type Replica =
  | { own: OwnDocument; fields?: readonly string[] }
  | { embedded: readonly EmbeddedIn[]; fields?: readonly string[] }
  | null;

/** How a field relates to a patient: it identifies one, or it is a fact about one. */
type PatientField = 'NAME' | 'FACT';

/** The fields with data about a patient; `'*'` is every field of the entity. */
type PatientFields<Field extends string = string> = '*' | Readonly<Partial<Record<Field, PatientField>>>;

/** The fields by which an entity's list sorts, filters and searches. */
interface ListFields<Field extends string = string> {
  sort: readonly Field[];
  filter: readonly Field[];
  search: readonly Field[];
}

/** An entity, declared once: its shape, its list if the server lists its rows as they are, its replication. */
export interface EntityDefinition<Shape extends z.ZodRawShape = z.ZodRawShape> {
  /** The name in the specification, for example `Specimen`. */
  name: string;
  /** The Postgres table (or view), snake_case. Columns are the fields in snake_case. */
  table: string;
  schema: z.ZodObject<Shape>;
  list?: ListFields<keyof Shape & string>;
  /**
   * Fields by which rules and lists find rows by equality; each has an index in Postgres and on the device.
   */
  indexes: readonly (keyof Shape & string)[];
  replica: Replica;
  /** Rows are never updated or deleted (events, field values, signatures, audit). */
  appendOnly?: boolean;
  /** The server masks these fields in every response to readers who may not see patients. */
  patientFields?: PatientFields<keyof Shape & string>;
}

/** Any declared entity, for code that does not depend on its shape. */
export interface AnyEntity {
  name: string;
  table: string;
  schema: z.ZodObject;
  list?: ListFields;
  indexes: readonly string[];
  replica: Replica;
  appendOnly?: boolean;
  patientFields?: PatientFields;
}

/** An entity whose rows the server lists as they are. */
export type ListedEntity = AnyEntity & { list: ListFields };

interface ListPart<Shape extends z.ZodRawShape> {
  list: ListFields<keyof Shape & string>;
}

/**
 * Declare an entity; its type keeps the table's name, from which the types of typed reads are derived, and
 * whether it has a list.
 */
export function defineEntity<Shape extends z.ZodRawShape, const Table extends string>(
  definition: EntityDefinition<Shape> & { table: Table } & ListPart<Shape>,
): EntityDefinition<Shape> & { table: Table } & ListPart<Shape>;
export function defineEntity<Shape extends z.ZodRawShape, const Table extends string>(
  definition: EntityDefinition<Shape> & { table: Table },
): EntityDefinition<Shape> & { table: Table };
export function defineEntity(definition: EntityDefinition): EntityDefinition {
  return definition;
}

/** The type of a whole row. */
export type Row<E extends AnyEntity> = z.infer<E['schema']>;

type NullableKeys<T> = { [K in keyof T]: null extends T[K] ? K : never }[keyof T];
type FilledIn = 'createdAt' | 'createdById' | 'updatedAt' | 'version' | 'deleted' | 'entity';
type OptionalKeys<T> = NullableKeys<T> | (FilledIn & keyof T);

/**
 * The fields that an insert requires: the id and every field that is neither nullable nor filled in by the
 * replica.
 */
export type NewRow<E extends AnyEntity> = Omit<Row<E>, OptionalKeys<Row<E>>> &
  Partial<Pick<Row<E>, OptionalKeys<Row<E>>>>;
