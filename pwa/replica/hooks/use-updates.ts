import { z } from 'zod';
import { usePersistentState } from './use-stored-draft.ts';

const Known = z.array(z.string());
const NONE: string[] = [];
/** More updates than anybody reads; the oldest belong to finished records. */
const MAX_ACKNOWLEDGED = 500;

/** List the updates of `all` that this user has not dismissed on this device; undefined until both are read. */
export function useUpdates<T extends { key: string }>(
  name: string,
  all: readonly T[] | undefined,
): { updates: readonly T[]; onKnown(): void } | undefined {
  const known = usePersistentState(name, NONE, Known);
  const acknowledgedKeys = known.value;
  if (!acknowledgedKeys || !all) return undefined;
  const updates = all.filter(({ key }) => !acknowledgedKeys.includes(key));
  const keys = updates.map(({ key }) => key);
  return {
    updates,
    onKnown: () => void known.update((before) => [...before, ...keys].slice(-MAX_ACKNOWLEDGED)),
  };
}
