import { useStillFetching } from './use-still-fetching.ts';
import { useSyncStatus } from './use-sync-status.ts';

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
