import { useRouter } from '@tanstack/react-router';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import type { SyncWord } from '#pwa/replica/status.ts';
import { SyncChip, type SyncChipProps } from '#pwa/ui/sync-chip.tsx';
import type { KeptBench } from './kept-bench.ts';
import type { Lacking } from './offline-readiness.ts';

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
export function BenchSyncChip({ kept, lacking }: { kept: KeptBench; lacking: Lacking }) {
  const status = useSyncStatus();
  const router = useRouter();
  // A device that could not go on without a network is not synced yet.
  const fetching = status.word === 'loading' || kept === 'asking' || kept === 'incomplete';
  return (
    <SyncChip
      state={STATE[status.word]}
      loading={status.word === 'offline' ? lacking !== null : fetching}
      waiting={status.waiting}
      photos={status.photos}
      conflicts={status.conflicts}
      refused={status.refused}
      onOpen={() => router.history.push('/data-sync')}
    />
  );
}
