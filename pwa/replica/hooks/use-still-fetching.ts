import { useEffect, useState } from 'react';
import { useSyncStatus } from './use-sync-status.ts';

const OPENING_LIMIT_MS = 4_000;

/**
 * May what is not here yet still be on its way? True while this device fetches, and for a moment after the page was
 * opened: "nothing here" must not be said of what was just made elsewhere.
 */
export function useStillFetching(): boolean {
  const { state: syncState } = useSyncStatus();
  const [opening, setOpening] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setOpening(false), OPENING_LIMIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return syncState === 'loading' || (opening && syncState !== 'offline');
}
