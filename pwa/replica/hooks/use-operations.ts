import { useMemo, useRef, useSyncExternalStore } from 'react';
import { merge } from 'rxjs';
import type { Prediction } from '#pwa/replica/operations/fold.ts';
import { isUnsent, type OperationDocument } from '#pwa/replica/operations/operation-document.ts';
import { liveValue } from '#pwa/replica/store/observe.ts';
import { useReplica } from './replica-context.tsx';

/** An operation with the verdict that this device predicts while it waits. */
export type ListedOperation = OperationDocument & { prediction: Prediction | null };

/** Follow the operations of this device, newest first; the filter is called for each. */
export function useOperations(
  isIncluded: (operation: OperationDocument) => boolean = all,
): readonly ListedOperation[] {
  const replica = useReplica();
  const newest = useRef(isIncluded);
  // oxlint-disable-next-line react/refs -- callers pass a new filter at each render; the list must not be built anew
  newest.current = isIncluded;
  const live = useMemo(
    () =>
      liveValue(
        // oxlint-disable-next-line react/refs -- the store reads the newest one later, outside of rendering
        () =>
          replica.outbox
            .all()
            .filter((operation) => newest.current(operation))
            .reverse()
            .map((operation) => ({
              ...operation,
              prediction: replica.view.predictions().get(operation.id) ?? null,
            })),
        merge(replica.outbox.changed, replica.view.changed),
      ),
    [replica],
  );
  return useSyncExternalStore(live.subscribe, live.current);
}

/** Count the unsent operations about this record, so that the page can say "saved on this device". */
export function usePendingFor(id: string): number {
  const replica = useReplica();
  const live = useMemo(
    () =>
      liveValue(
        () =>
          replica.outbox.all().filter((operation) => isUnsent(operation) && operation.subjects.includes(id))
            .length,
        replica.outbox.changed,
      ),
    [replica, id],
  );
  return useSyncExternalStore(live.subscribe, live.current);
}

const all = (): boolean => true;
