import { useMemo, useSyncExternalStore } from 'react';
import { interval, merge } from 'rxjs';
import { seesConflict } from '#db/records/sees-conflict.ts';
import { liveValue } from '../observe.ts';
import { type SyncStatus, sameStatus, syncStatus } from '../status.ts';
import { useReplica } from './replica-context.tsx';
import { useQuery } from './use-query.ts';

// "Synced" must stop being said when nothing has been heard for a while.
const TICK_MS = 5_000;

/** The truth about this device for the header: synced, waiting, conflicts, offline or what is wrong. */
export function useSyncStatus(): SyncStatus {
  const replica = useReplica();
  const open = useQuery('conflicts', { filter: { status: 'OPEN' } });
  const conflicts = open?.filter(({ body }) => seesConflict(replica.actor, body)).length ?? 0;
  const live = useMemo(
    () =>
      liveValue(
        () =>
          syncStatus(
            replica.contact.value,
            replica.outbox.all(),
            conflicts,
            Date.now(),
            replica.photos.all(),
          ),
        merge(replica.contact, replica.outbox.changed, replica.photos.changed, interval(TICK_MS)),
        sameStatus,
      ),
    [replica, conflicts],
  );
  return useSyncExternalStore(live.subscribe, live.current);
}
