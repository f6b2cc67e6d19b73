import { useEffect, useState } from 'react';
import { readPosition } from '#pwa/replica/sync/feed-storage.ts';
import { useReplica } from './replica-context.tsx';

/**
 * Check whether the first load of this user's data was ever completed on this device; undefined while that is
 * read.
 */
export function useLoadedOnce(): boolean | undefined {
  const replica = useReplica();
  const [loaded, setLoaded] = useState<boolean>();
  useEffect(() => {
    let isActive = true;
    readPosition(replica.store.side).then(
      (position) => isActive && setLoaded((before) => before || position !== undefined),
      () => undefined,
    );
    const contact = replica.contact.subscribe(({ position }) => {
      if (position) setLoaded(true);
    });
    return () => {
      isActive = false;
      contact.unsubscribe();
    };
  }, [replica]);
  return loaded;
}
