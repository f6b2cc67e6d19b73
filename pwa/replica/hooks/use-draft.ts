import { useEffect, useMemo, useRef, useState } from 'react';
import { createDraftStore, type DraftStore } from '../draft-store.ts';
import { useReplica } from './replica-context.tsx';

/** A draft that survives reload, crash and sign-out: each scan is on disk before the next one. */
export interface Draft<T> extends Omit<DraftStore<T>, 'open'> {
  /** Undefined while the draft is read. */
  value: T | undefined;
}

/** Return the draft stored under a key, or `initial`; `parse` rejects content of an older app version. */
export function useDraft<T>(
  key: string,
  initial: T,
  parse: (storedValue: unknown) => T | undefined,
): Draft<T> {
  const { store } = useReplica();
  const [value, setValue] = useState<T | undefined>(undefined);
  const reading = useRef({ initial, parse });
  reading.current = { initial, parse };
  const draftStore = useMemo(
    () =>
      createDraftStore<T>(
        store,
        key,
        () => reading.current,
        (next) => setValue(next),
      ),
    [store, key],
  );
  useEffect(() => draftStore.open(), [draftStore]);
  return useMemo(() => {
    const { open: _, ...operations } = draftStore;
    return { value, ...operations };
  }, [value, draftStore]);
}
