import { useStillFetching } from './use-still-fetching.ts';
import { useSyncStatus } from './use-sync-status.ts';

/** Why something is not on this device: it may be on its way, the server may have it, or the server gave none. */
export type Absence = 'coming' | 'offline' | 'unknown';

/** What can be said of something that this device does not have. */
export function useAbsence(): Absence {
  const fetching = useStillFetching();
  const { reachable } = useSyncStatus();
  if (fetching) return 'coming';
  return reachable ? 'unknown' : 'offline';
}
