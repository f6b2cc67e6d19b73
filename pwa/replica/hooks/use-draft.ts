import { useCallback, useEffect, useRef, useState } from 'react';
import { useReplica } from './replica-context.tsx';

/** A draft that survives reload, crash and sign-out: what was scanned is on disk before the next scan. */
export interface Draft<T> {
  /** Undefined while it is read. */
  value: T | undefined;
  save(next: T): Promise<void>;
  clear(): Promise<void>;
}

/** The draft kept under a key, or `initial`; `parse` refuses what an older version of the app left. */
export function useDraft<T>(key: string, initial: T, parse: (stored: unknown) => T | undefined): Draft<T> {
  const replica = useReplica();
  const [value, setValue] = useState<T | undefined>(undefined);
  const reading = useRef({ initial, parse });
  reading.current = { initial, parse };
  useEffect(() => {
    let current = true;
    replica.store.side.drafts.get(key).then(
      (entry) => {
        if (current) setValue((entry && reading.current.parse(entry.value)) ?? reading.current.initial);
      },
      () => {
        if (current) setValue(reading.current.initial);
      },
    );
    return () => {
      current = false;
    };
  }, [replica, key]);
  const save = useCallback(
    async (next: T) => {
      setValue(next);
      await replica.store.side.drafts.put({ key, value: next, updatedAt: new Date().toISOString() });
    },
    [replica, key],
  );
  const clear = useCallback(async () => {
    setValue(reading.current.initial);
    await replica.store.side.drafts.delete(key);
  }, [replica, key]);
  return { value, save, clear };
}
