import { useMemo, useRef, useSyncExternalStore } from 'react';
import { filter } from 'rxjs';
import type { AnyEntity, Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { RowFilter } from '#db/transaction.ts';
import { readList, type ShownDocument, type ViewQuery } from '#pwa/replica/operations/read-view.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import { ownCollection } from '#pwa/replica/store/entity-collections.ts';
import { type Live, liveRead } from '#pwa/replica/store/observe.ts';
import { useReplica } from './replica-context.tsx';
import { useLoadingPart } from './shown-together.tsx';

// A pull of thousands of documents must not render a list again for each page.
const QUIET_MS = 40;

/** Follow a list: undefined during the first read. `where` only names indexed fields. */
export function useQuery(collection: CollectionName, query: ViewQuery): readonly ShownDocument[] | undefined {
  const replica = useReplica();
  const newest = useRef(query);
  // oxlint-disable-next-line react/refs -- the store reads the newest one later, outside of rendering
  newest.current = query;
  const key = JSON.stringify([query.kind, query.filter, query.limit, typeof query.sort]);
  const live = useMemo<Live<readonly ShownDocument[] | undefined>>(() => {
    const changes = replica.changed.pipe(filter((collections) => collections.has(collection)));
    const read = () => readList(replica, collection, newest.current);
    // oxlint-disable-next-line react/refs -- the store reads the newest one later, outside of rendering
    return liveRead<readonly ShownDocument[] | undefined>(read, changes, undefined, key ? QUIET_MS : 0);
  }, [replica, collection, key]);
  const documents = useSyncExternalStore(live.subscribe, live.current);
  useLoadingPart(documents === undefined);
  return documents;
}

/** Follow the typed rows of an entity with its own documents. */
export function useRows<E extends AnyEntity>(
  entity: E,
  filter: RowFilter<E> = {},
  options: { limit?: number } = {},
): readonly Row<E>[] | undefined {
  const collection = ownCollection(entity);
  if (!collection)
    throw new AppError('INTERNAL', `${entity.name} rides in another document; read its parent.`);
  const documents = useQuery(collection, { kind: entity.name, filter, ...options });
  return useMemo(() => documents?.map((document) => rowOf(entity, document.body)), [entity, documents]);
}
