import { useMemo, useSyncExternalStore } from 'react';
import { filter } from 'rxjs';
import type { AnyEntity, Row } from '#db/entity.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { readDocument, type ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import { ownCollection } from '#pwa/replica/store/entity-collections.ts';
import { type Live, liveRead } from '#pwa/replica/store/observe.ts';
import { useReplica } from './replica-context.tsx';

const QUIET_MS = 0;

/** Follow one document: undefined while it is read, null when this device does not have it. */
export function useDocument(collection: CollectionName, id: string | null): ShownDocument | null | undefined {
  const replica = useReplica();
  const live = useMemo<Live<ShownDocument | null | undefined>>(() => {
    const changes = replica.changed.pipe(filter((collections) => collections.has(collection)));
    const read = async () => (id === null ? null : ((await readDocument(replica, collection, id)) ?? null));
    return liveRead<ShownDocument | null | undefined>(read, changes, undefined, QUIET_MS);
  }, [replica, collection, id]);
  return useSyncExternalStore(live.subscribe, live.current);
}

/**
 * Follow the typed row of an entity with its own documents; for child rows use `useDocument` and `childRows`.
 */
export function useRow<E extends AnyEntity>(entity: E, id: string | null): Row<E> | null | undefined {
  const collection = ownCollection(entity);
  const document = useDocument(collection ?? 'specimens', collection ? id : null);
  return useMemo(() => (document ? rowOf(entity, document.body) : document), [entity, document]);
}
