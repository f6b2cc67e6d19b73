import { useRouter } from '@tanstack/react-router';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import type { SyncState } from '#pwa/replica/status.ts';
import { SyncChip, type SyncChipProps } from '#pwa/ui/sync-chip.tsx';
import type { BenchCacheState } from './bench-cache.ts';
import type { OfflineGap } from './offline-readiness.ts';

const STATE: Record<SyncState, SyncChipProps['state']> = {
  revoked: 'error',
  'sign-in': 'error',
  error: 'error',
  conflicts: 'conflicts',
  waiting: 'waiting',
  loading: 'waiting',
  offline: 'offline',
  synced: 'synced',
};

/**
 * The sync state of this device in the header: Fetching, Synced, N waiting, N conflicts, N refused. It opens
 * Data Sync.
 */
export function BenchSyncChip({
  cacheState,
  offlineGap,
}: {
  cacheState: BenchCacheState;
  offlineGap: OfflineGap;
}) {
  const status = useSyncStatus();
  const router = useRouter();
  // A device that could not continue offline is not synced yet.
  const fetching = status.state === 'loading' || cacheState === 'asking' || cacheState === 'incomplete';
  return (
    <SyncChip
      state={STATE[status.state]}
      loading={status.state === 'offline' ? offlineGap !== null : fetching}
      waiting={status.waiting}
      photos={status.photos}
      conflicts={status.conflicts}
      refusedCount={status.refusedCount}
      onOpen={() => router.history.push('/data-sync')}
    />
  );
}
