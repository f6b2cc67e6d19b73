import type { RxJsonSchema } from 'rxdb';
import { CATALOGUE } from '#db/entities.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import type { ReplicaDocument } from './document.ts';
import { embeddedIn, indexedFields } from './entity-collections.ts';

const indexText = { type: 'string', maxLength: 100 } as const;

/**
 * Build the RxDB schema of one read-model collection; every index starts with the kind and ends newest first.
 */
export function readModelSchema(collection: CollectionName): RxJsonSchema<ReplicaDocument> {
  const fields = indexedFields(collection).map((field): `ix_${string}` => `ix_${field}`);
  return {
    version: 0,
    primaryKey: 'id',
    type: 'object',
    properties: {
      id: { type: 'string', maxLength: 64 },
      kind: { type: 'string', maxLength: 60 },
      rev: { type: 'integer' },
      updatedDesc: { type: 'string', maxLength: 13 },
      body: { type: 'object' },
      ...Object.fromEntries(fields.map((field) => [field, indexText])),
    },
    required: ['id', 'kind', 'rev', 'updatedDesc', 'body', ...fields],
    indexes: [['kind', 'updatedDesc'], ...fields.map((field) => ['kind', field, 'updatedDesc'])],
  };
}

/** A short hash over the schema of the read models; when it differs they are deleted and pulled again. */
export function readModelHash(): string {
  const shape = JSON.stringify([
    PROTOCOL_VERSION,
    COLLECTIONS.map((collection) => [
      readModelSchema(collection).indexes,
      embeddedIn(collection).map((place) => [
        place.entity.name,
        place.as,
        place.parentKey,
        place.entity.indexes,
      ]),
    ]),
    CATALOGUE.map((entity) => [entity.name, Object.keys(entity.schema.shape)]),
  ]);
  return `${hashOf(shape, 0x811c9dc5)}${hashOf(shape, 0x9e3779b9)}`;
}

/** FNV-1a in 32 bits: it runs at each start, and large integers would cost a handheld a tenth of a second. */
function hashOf(text: string, seed: number): string {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}
