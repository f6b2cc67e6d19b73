import { useEffect, useMemo, useRef, useState } from 'react';
import { type HeldDraft, holdDraft } from '../held-draft.ts';
import { useReplica } from './replica-context.tsx';

/** A draft that survives reload, crash and sign-out: what was scanned is on disk before the next scan. */
export interface Draft<T> extends Omit<HeldDraft<T>, 'open'> {
  /** Undefined while it is read. */
  value: T | undefined;
}

/** The draft kept under a key, or `initial`; `parse` refuses what an older version of the app left. */
export function useDraft<T>(key: string, initial: T, parse: (stored: unknown) => T | undefined): Draft<T> {
  const { store } = useReplica();
  const [value, setValue] = useState<T | undefined>(undefined);
  const reading = useRef({ initial, parse });
  reading.current = { initial, parse };
  const held = useMemo(
    () =>
      holdDraft<T>(
        store,
        key,
        () => reading.current,
        (next) => setValue(next),
      ),
    [store, key],
  );
  useEffect(() => held.open(), [held]);
  return useMemo(() => {
    const { open: _, ...acts } = held;
    return { value, ...acts };
  }, [value, held]);
}
