import { CATALOGUE } from '#db/catalogue.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { FeedDocument } from '#db/sync/wire.ts';
import { type Body, isBody } from '#pwa/replica/document.ts';
import { embeddedIn, ownCollection } from '#pwa/replica/entity-collections.ts';
import { parentIds } from '#pwa/replica/overlay.ts';

export type ModelDocument = FeedDocument & { collection: CollectionName };

/** Build every document of a world in memory, composed as in the feed; deleted rows are left out. */
export function documentsOf(world: MemoryWorld): ModelDocument[] {
  return CATALOGUE.flatMap((entity) => {
    const collection = ownCollection(entity);
    if (!collection) return [];
    return (world.all(entity) as unknown[]).filter(isBody).flatMap((row): ModelDocument[] => {
      if (row['deleted'] === true) return [];
      const body: Body = { ...row };
      for (const place of embeddedIn(collection)) {
        body[place.as] = (world.all(place.entity) as unknown[])
          .filter(isBody)
          .filter((child) => child['deleted'] !== true && parentIds(place, child).includes(String(row['id'])))
          .sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
      }
      // Rows contain only JSON; the wire schema types it more narrowly than a body is typed here.
      const json = JSON.parse(JSON.stringify(body)) as FeedDocument['body'];
      return [{ collection, id: String(row['id']), kind: entity.name, rev: 0, deleted: false, body: json }];
    });
  });
}
