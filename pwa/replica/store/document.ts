import type { AnyEntity, Row } from '#db/entity.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { FeedDocument } from '#db/sync/wire.ts';
import { indexedFields } from './entity-collections.ts';

/** The fields of a document or row whose entity is not known yet. */
export type Body = Record<string, unknown>;

/** A pulled document as the device stores it; index values are stored next to the body as `ix_<field>`. */
export interface ReplicaDocument {
  id: string;
  kind: string;
  rev: number;
  updatedDesc: string;
  body: Body;
  [index: `ix_${string}`]: string;
}

const INDEX_LENGTH = 100;
const END_OF_TIME = 9_999_999_999_999;

/** Format a value as index text; null and absent are the empty text. */
export function indexValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, INDEX_LENGTH);
}

/**
 * Make a key that sorts the newest first in ascending order: RxDB never uses an index for descending sorts.
 */
export function newestFirst(updatedAt: unknown): string {
  const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : 0;
  return String(END_OF_TIME - (Number.isFinite(at) ? at : 0)).padStart(13, '0');
}

/** Make the stored form of a document of the feed. */
export function toReplicaDocument(document: FeedDocument & { collection: CollectionName }): ReplicaDocument {
  const replicaDocument: ReplicaDocument = {
    id: document.id,
    kind: document.kind,
    rev: document.rev,
    updatedDesc: newestFirst(document.body['updatedAt']),
    body: document.body,
  };
  for (const field of indexedFields(document.collection))
    replicaDocument[`ix_${field}`] = indexValue(document.body[field]);
  return replicaDocument;
}

/**
 * Extract the row of an entity from a body: its own fields only, null where the device does not receive a
 * field.
 */
export function rowOf<E extends AnyEntity>(entity: E, body: Body): Row<E> {
  const row: Body = {};
  for (const field of Object.keys(entity.schema.shape)) row[field] = body[field] ?? null;
  // The server stored the row through the same schema; parsing it again on each read would slow scans.
  return row as Row<E>;
}

/** List the rows that a document embeds under a name, for example `barcodes`. */
export function childRows<E extends AnyEntity>(entity: E, body: Body, as: string): Row<E>[] {
  const children = body[as];
  return Array.isArray(children) ? children.filter(isBody).map((child) => rowOf(entity, child)) : [];
}

/** Check whether a value is a plain object. */
export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
