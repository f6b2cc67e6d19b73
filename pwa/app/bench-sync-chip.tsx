import { useRouter } from '@tanstack/react-router';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import type { SyncWord } from '#pwa/replica/status.ts';
import { SyncChip, type SyncChipProps } from '#pwa/ui/sync-chip.tsx';
import { useKeptBench } from './use-kept-bench.ts';

const STATE: Record<SyncWord, SyncChipProps['state']> = {
  revoked: 'error',
  'sign-in': 'error',
  error: 'error',
  conflicts: 'conflicts',
  waiting: 'waiting',
  loading: 'waiting',
  offline: 'offline',
  synced: 'synced',
};

/** The header's word on this device: Fetching, Synced, N waiting, N conflicts, N refused. It opens Data Sync. */
export function BenchSyncChip() {
  const status = useSyncStatus();
  const router = useRouter();
  const kept = useKeptBench();
  return (
    <SyncChip
      state={STATE[status.word]}
      // Without all its files this device could not go on offline: that is not synced yet.
      loading={status.word === 'loading' || kept === false}
      waiting={status.waiting}
      photos={status.photos}
      conflicts={status.conflicts}
      refused={status.refused}
      onOpen={() => router.history.push('/data-sync')}
    />
  );
}
