import type { ReplicaStore } from './database.ts';

/**
 * The initial value of a draft and its parser; the parser returns undefined for content of an older app
 * version.
 */
export interface DraftReading<T> {
  initial: T;
  parse(storedValue: unknown): T | undefined;
}

/** One draft as this tab has it in memory. */
export interface DraftStore<T> {
  /** Read the draft and follow the user's other tabs; returns a function that stops. */
  open(): () => void;
  /** The newest state, which may be ahead of the rendered one; undefined while the draft is read. */
  now(): T | undefined;
  /** Replace the stored draft. */
  save(next: T): Promise<void>;
  /** Change the stored draft without overwriting what another tab wrote; `change` may run twice. */
  update(change: (before: T) => T): Promise<void>;
  clear(): Promise<void>;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Change a draft in one transaction; a deleted draft whose content is still initial is not created again. */
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

/** Open the draft of a key: a change is shown first, then stored, then announced to the user's other tabs. */
export function createDraftStore<T>(
  store: ReplicaStore,
  key: string,
  reading: () => DraftReading<T>,
  onChange: (value: T) => void,
): DraftStore<T> {
  let newest: T | undefined;
  let channel: BroadcastChannel | null = null;
  /** Counts of started and ended writes: content that was read during a write is out of date. */
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
