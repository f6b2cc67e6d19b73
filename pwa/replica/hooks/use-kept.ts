import { useCallback, useMemo, useRef } from 'react';
import type { z } from 'zod';
import { type Draft, useDraft } from './use-draft.ts';

/** A session at the bench that survives reload; `now` is right also between two scans of one burst. */
export interface Kept<T> {
  /** Undefined while it is read. */
  value: T | undefined;
  now(): T;
  update(change: (before: T) => T): Promise<void>;
  clear(): Promise<void>;
}

/** Keeps a session under a key; what an older version of the app left and the schema refuses is forgotten. */
export function useKept<T>(key: string, initial: T, schema: z.ZodType<T>): Kept<T> {
  const parse = (stored: unknown): T | undefined => {
    const parsed = schema.safeParse(stored);
    return parsed.success ? parsed.data : undefined;
  };
  const draft = useDraft(key, initial, parse);
  const newest = useRef<T>(initial);
  const read = useRef<string | null>(null);
  const latest = useRef<Draft<T>>(draft);
  latest.current = draft;
  // Only the first read comes from the disk: after it this page is ahead of what React has drawn.
  if (read.current !== key && draft.value !== undefined) {
    read.current = key;
    newest.current = draft.value;
  }
  const first = useRef(initial);
  first.current = initial;
  const now = useCallback(() => newest.current, []);
  const update = useCallback(async (change: (before: T) => T) => {
    newest.current = change(newest.current);
    await latest.current.save(newest.current);
  }, []);
  const clear = useCallback(async () => {
    newest.current = first.current;
    await latest.current.clear();
  }, []);
  const { value } = draft;
  return useMemo(() => ({ value, now, update, clear }), [value, now, update, clear]);
}
