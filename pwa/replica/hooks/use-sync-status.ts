import { useMemo, useSyncExternalStore } from 'react';
import { fromEvent, interval, merge } from 'rxjs';
import { seesConflict } from '#db/records/conflicts/sees-conflict.ts';
import { liveValue } from '#pwa/replica/store/observe.ts';
import { type SyncStatus, sameStatus, syncStatus } from '#pwa/replica/sync/status.ts';
import { useReplica } from './replica-context.tsx';
import { useQuery } from './use-query.ts';

// The header must stop showing "Synced" when the server was not heard for a while.
const TICK_MS = 5_000;

/** Count the open conflicts that this user sees; undefined while they are read. */
export function useOpenConflicts(): number | undefined {
  const { actor } = useReplica();
  const open = useQuery('conflicts', { filter: { status: 'OPEN' } });
  return open?.filter(({ body }) => seesConflict(actor, body)).length;
}

/** Return the sync status for the header: synced, connecting, waiting, conflicts, offline or an error. */
export function useSyncStatus(): SyncStatus {
  const replica = useReplica();
  const conflicts = useOpenConflicts() ?? 0;
  const live = useMemo(
    () =>
      liveValue(
        () =>
          syncStatus(
            replica.contact.value,
            replica.outbox.all(),
            conflicts,
            // oxlint-disable-next-line react/purity -- read at each tick of the interval, not while rendering
            Date.now(),
            replica.photos.all(),
            navigator.onLine,
          ),
        merge(
          replica.contact,
          replica.outbox.changed,
          replica.photos.changed,
          interval(TICK_MS),
          fromEvent(window, 'online'),
          fromEvent(window, 'offline'),
        ),
        sameStatus,
      ),
    [replica, conflicts],
  );
  return useSyncExternalStore(live.subscribe, live.current);
}
