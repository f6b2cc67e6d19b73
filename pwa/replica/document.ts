import type { AnyEntity, Row } from '#db/entity.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { FeedDocument } from '#db/sync/wire.ts';
import { indexedFields } from './entity-collections.ts';

/** What a document or a row holds, before its entity is known. */
export type Body = Record<string, unknown>;

/** A pulled document as the device stores it; index values stand beside the body as `ix_<field>`. */
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

/** The text under which a value is indexed; null and absent are the empty text. */
export function indexValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.slice(0, INDEX_LENGTH);
}

/** A key that sorts the newest first in ascending order: descending sorts never use an index in RxDB. */
export function newestFirst(updatedAt: unknown): string {
  const at = typeof updatedAt === 'string' ? Date.parse(updatedAt) : 0;
  return String(END_OF_TIME - (Number.isFinite(at) ? at : 0)).padStart(13, '0');
}

/** Makes the stored form of a document of the feed. */
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

/** The row of an entity within a body: its own fields only, null where the device is not given a field. */
export function rowOf<E extends AnyEntity>(entity: E, body: Body): Row<E> {
  const row: Body = {};
  for (const field of Object.keys(entity.schema.shape)) row[field] = body[field] ?? null;
  // The server stored the row through the same schema; parsing each read again would cost a scan its speed.
  return row as Row<E>;
}

/** The rows that ride in a document under a name, for example `barcodes`. */
export function childRows<E extends AnyEntity>(entity: E, body: Body, as: string): Row<E>[] {
  const children = body[as];
  return Array.isArray(children) ? children.filter(isBody).map((child) => rowOf(entity, child)) : [];
}

/** True for plain objects. */
export const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
