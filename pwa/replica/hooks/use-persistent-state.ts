import { useCallback, useMemo, useRef } from 'react';
import type { z } from 'zod';
import { useDraft } from './use-draft.ts';

/** A session at the bench that survives reload; `now` is right also between two scans of one burst. */
export interface PersistentState<T> {
  /** Undefined while it is read. */
  value: T | undefined;
  now(): T;
  /** Changes what is kept by now, also what another tab of this person wrote; `change` may run twice. */
  update(change: (before: T) => T): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps a session under a key; what an older version of the app left and the schema refuses is forgotten. */
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
