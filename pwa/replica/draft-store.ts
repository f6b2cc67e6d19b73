import type { ReplicaStore } from './database.ts';

/** What a draft begins as, and how a stored one is read; undefined when an older version of the app left something else. */
export interface DraftReading<T> {
  initial: T;
  parse(storedValue: unknown): T | undefined;
}

/** One draft as this tab holds it. */
export interface DraftStore<T> {
  /** Reads it and follows the other tabs of this person; returns how to stop. */
  open(): () => void;
  /** The newest state, ahead of what is drawn; undefined while it is read. */
  now(): T | undefined;
  /** Puts this in the place of whatever is kept. */
  save(next: T): Promise<void>;
  /** Changes what is on the disk by now: what another tab wrote is never written over. `change` may run twice. */
  update(change: (before: T) => T): Promise<void>;
  clear(): Promise<void>;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Changes a draft in one transaction; one that is gone and stays as it began is not made anew. */
async function changeStored<T>(
  { side }: Pick<ReplicaStore, 'side'>,
  key: string,
  { initial, parse }: DraftReading<T>,
  change: (before: T) => T,
): Promise<T> {
  return side.transaction('rw', side.drafts, async () => {
    const entry = await side.drafts.get(key);
    const before = entry && parse(entry.value);
    const next = change(before ?? initial);
    if (before !== undefined || next !== initial)
      await side.drafts.put({ key, value: next, updatedAt: new Date().toISOString() });
    return next;
  });
}

/** Holds the draft of a key: shown at once, then kept, then told to the other tabs of this person. */
export function createDraftStore<T>(
  store: ReplicaStore,
  key: string,
  reading: () => DraftReading<T>,
  onChange: (value: T) => void,
): DraftStore<T> {
  let newest: T | undefined;
  let channel: BroadcastChannel | null = null;
  /** Writes begun and ended: while one runs, or when one ran meanwhile, what was read is old. */
  let startedWrites = 0;
  let finishedWrites = 0;
  const show = (next: T): void => {
    if (newest !== undefined && same(newest, next)) return;
    newest = next;
    onChange(next);
  };
  const read = async (): Promise<void> => {
    const at = startedWrites;
    if (finishedWrites !== at) return;
    const entry = await store.side.drafts.get(key);
    if (startedWrites === at) show((entry && reading().parse(entry.value)) ?? reading().initial);
  };
  const write = async (next: T | undefined, keep: () => Promise<T>): Promise<void> => {
    if (next !== undefined) show(next);
    startedWrites += 1;
    const savedValue = await keep().finally(() => {
      finishedWrites += 1;
    });
    if (startedWrites === finishedWrites) show(savedValue);
    channel?.postMessage('written');
  };
  return {
    open: () => {
      const broadcast = new BroadcastChannel(`draft:${store.name}:${key}`);
      broadcast.onmessage = () => void read().catch(() => undefined);
      channel = broadcast;
      read().catch(() => show(reading().initial));
      return () => {
        channel = null;
        broadcast.close();
      };
    },
    now: () => newest,
    save: (next) =>
      write(next, async () => {
        await store.side.drafts.put({ key, value: next, updatedAt: new Date().toISOString() });
        return next;
      }),
    update: (change) =>
      write(newest === undefined ? undefined : change(newest), () =>
        changeStored(store, key, reading(), change),
      ),
    clear: () =>
      write(reading().initial, async () => {
        await store.side.drafts.delete(key);
        return reading().initial;
      }),
  };
}
