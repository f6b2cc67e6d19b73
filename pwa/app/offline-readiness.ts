import { useEffect, useState } from 'react';
import { useLoadedOnce } from '#pwa/replica/hooks/use-loaded-once.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import type { BenchCacheState } from './bench-cache.ts';

/** What a device lacks for offline bench work: data, or parts of the app. */
export type OfflineGap = 'data' | 'app' | 'never' | null;

/** Return what is missing; unknown parts count as present, so that nobody is alarmed without reason. */
export function findOfflineGap(loadedOnce: boolean | undefined, cacheState: BenchCacheState): OfflineGap {
  if (loadedOnce === false) return 'data';
  if (cacheState === 'incomplete') return 'app';
  return cacheState === 'never' && import.meta.env.PROD ? 'never' : null;
}

const OPENING_LIMIT_MS = 4_000;

/**
 * Return what this device lacks while the server is unreachable; null while it is reachable, and on a ready
 * device.
 */
export function useOfflineGap(cacheState: BenchCacheState): OfflineGap {
  const loadedOnce = useLoadedOnce();
  const { reachable, progress } = useSyncStatus();
  // A page that was just opened has not reached the server yet.
  const [opening, setOpening] = useState(() => navigator.onLine);
  useEffect(() => {
    const timer = setTimeout(() => setOpening(false), OPENING_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return opening || reachable || progress !== null ? null : findOfflineGap(loadedOnce, cacheState);
}
