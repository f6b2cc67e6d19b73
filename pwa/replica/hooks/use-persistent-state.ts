import { useCallback, useMemo, useRef } from 'react';
import type { z } from 'zod';
import { useDraft } from './use-draft.ts';

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
  first.current = initial;
  const now = useCallback(() => newest() ?? first.current, [newest]);
  return useMemo(() => ({ value, now, update, clear }), [value, now, update, clear]);
}
