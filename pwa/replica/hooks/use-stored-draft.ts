import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { createDraftStore, type DraftStore } from '#pwa/replica/store/draft-store.ts';
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
  // oxlint-disable-next-line react/refs -- the store reads the newest one later, outside of rendering
  reading.current = { initial, parse };
  const draftStore = useMemo(
    () =>
      createDraftStore<T>(
        store,
        key,
        // oxlint-disable-next-line react/refs -- the store reads the newest one later, outside of rendering
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

/** A bench session that survives reload; `now` is current even between two scans of one burst. */
export interface PersistentState<T> {
  /** Undefined while the session is read. */
  value: T | undefined;
  now(): T;
  /** Change the stored session, including what another tab of this user wrote; `change` may run twice. */
  update(change: (before: T) => T): Promise<void>;
  clear(): Promise<void>;
}

/** Store a session under a key; content of an older app version that the schema rejects is dropped. */
export function usePersistentState<T>(key: string, initial: T, schema: z.ZodType<T>): PersistentState<T> {
  const draft = useDraft(key, initial, (storedValue) => {
    const parsed = schema.safeParse(storedValue);
    return parsed.success ? parsed.data : undefined;
  });
  const { value, now: newest, update, clear } = draft;
  const first = useRef(initial);
  // oxlint-disable-next-line react/refs -- a scan may ask for the draft before the next effect
  first.current = initial;
  const now = useCallback(() => newest() ?? first.current, [newest]);
  return useMemo(() => ({ value, now, update, clear }), [value, now, update, clear]);
}
