import { useEffect, useState } from 'react';
import { readPosition } from '../feed-position.ts';
import { useReplica } from './replica-context.tsx';

/** Whether all data of this person's work has come to this device once; undefined until that is read. */
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
