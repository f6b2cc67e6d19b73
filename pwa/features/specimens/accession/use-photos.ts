import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { liveValue } from '#pwa/replica/store/observe.ts';
import type { TakenPhoto } from '#pwa/replica/store/photo-store.ts';

/** The photos of a receipt that exist on this device only, live. */
export function usePhotosOf(groupId: string): readonly TakenPhoto[] {
  const replica = useReplica();
  const live = useMemo(
    () =>
      liveValue(
        () => replica.photos.all().filter((photo) => photo.groupId === groupId),
        replica.photos.changed,
      ),
    [replica, groupId],
  );
  return useSyncExternalStore(live.subscribe, live.current);
}

/** An object URL for a picture of this device; null until it is read. */
export function useOwnPicture(id: string): string | null {
  const replica = useReplica();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let objectUrl: string | null = null;
    let isMounted = true;
    replica.photos
      .bytes(id)
      .then((bytes) => {
        if (!bytes || !isMounted) return;
        objectUrl = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
        setUrl(objectUrl);
      })
      .catch(() => undefined);
    return () => {
      isMounted = false;
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [replica, id]);
  return url;
}
