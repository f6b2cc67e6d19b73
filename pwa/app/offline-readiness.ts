import { useEffect, useState } from 'react';
import { useLoadedOnce } from '#pwa/replica/hooks/use-loaded-once.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import type { BenchCacheState } from './bench-cache.ts';

/** What a device without a network lacks for the work of the bench: data, or parts of the app. */
export type OfflineGap = 'data' | 'app' | 'never' | null;

/** What is missing; what is not known yet counts as there, so that nobody is alarmed for nothing. */
export function findOfflineGap(loadedOnce: boolean | undefined, cacheState: BenchCacheState): OfflineGap {
  if (loadedOnce === false) return 'data';
  if (cacheState === 'incomplete') return 'app';
  return cacheState === 'never' && import.meta.env.PROD ? 'never' : null;
}

const OPENING_LIMIT_MS = 4_000;

/** What this device lacks while the server cannot be reached; null while it can, and on a device that is ready. */
export function useOfflineGap(cacheState: BenchCacheState): OfflineGap {
  const loadedOnce = useLoadedOnce();
  const { reachable, progress } = useSyncStatus();
  // A page that was just opened has not reached anybody yet.
  const [opening, setOpening] = useState(() => navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => setOpening(false), OPENING_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return opening || reachable || progress !== null ? null : findOfflineGap(loadedOnce, cacheState);
}
