import type { RxJsonSchema } from 'rxdb';
import { CATALOGUE } from '#db/catalogue.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import { embeddedIn, indexedFields } from './carried.ts';
import type { ReplicaDocument } from './document.ts';

const indexText = { type: 'string', maxLength: 100 } as const;

/** The RxDB schema of one read-model collection; every index starts with the kind and ends newest first. */
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

/** A short hash over everything that shapes the read models; when it differs they are dropped and pulled again. */
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
  let hash = 0xcbf29ce484222325n;
  for (const unit of shape) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(unit.charCodeAt(0))) * 0x100000001b3n);
  }
  return hash.toString(36);
}
