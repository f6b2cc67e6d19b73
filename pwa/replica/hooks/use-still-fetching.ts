import { useEffect, useState } from 'react';
import { useSyncStatus } from './use-sync-status.ts';

const OPENING_LIMIT_MS = 4_000;

/**
 * Check whether missing records may still arrive: true while this device fetches and for a moment after the
 * page opened, so that the page does not say "nothing here" about records that were just made elsewhere.
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

/**
 * The reason that a record is not on this device: still loading, only on the server, or not sent by the
 * server.
 */
export type Absence = 'coming' | 'offline' | 'unknown';

/** Explain why this device does not have a record. */
export function useAbsence(): Absence {
  const fetching = useStillFetching();
  const { reachable } = useSyncStatus();
  if (fetching) return 'coming';
  return reachable ? 'unknown' : 'offline';
}
