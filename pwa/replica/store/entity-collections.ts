import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity, EmbeddedIn } from '#db/entity.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';

/** An entity that is embedded as an array in the documents of a collection. */
export interface Embedding extends EmbeddedIn {
  entity: AnyEntity;
}

/** Find the collection that has documents of this entity; null when it has none. */
export const ownCollection = (entity: AnyEntity): CollectionName | null =>
  entity.replica && 'own' in entity.replica ? entity.replica.own.collection : null;

/** List where the entity is embedded; empty for entities with their own documents. */
export const embeddingsOf = (entity: AnyEntity): readonly EmbeddedIn[] =>
  entity.replica && 'embedded' in entity.replica ? entity.replica.embedded : [];

/** List the entities with their own documents in a collection. */
export const entitiesIn = (collection: CollectionName): AnyEntity[] =>
  CATALOGUE.filter((entity) => ownCollection(entity) === collection);

const EMBEDDED_IN = new Map<CollectionName, readonly Embedding[]>(
  COLLECTIONS.map((collection) => [
    collection,
    CATALOGUE.flatMap((entity) =>
      embeddingsOf(entity)
        .filter((place) => place.collection === collection)
        .map((place) => ({ ...place, entity })),
    ),
  ]),
);

/** List the entities embedded in the documents of a collection. */
export const embeddedIn = (collection: CollectionName): readonly Embedding[] =>
  EMBEDDED_IN.get(collection) ?? [];

/** List the fields of a collection's own entities that have an index on the device. */
export function indexedFields(collection: CollectionName): string[] {
  const fields = new Set(entitiesIn(collection).flatMap((entity) => entity.indexes));
  fields.delete('id');
  return [...fields].sort();
}
