import { useEffect, useId, useSyncExternalStore } from 'react';

const dirty = new Set<string>();
const listeners = new Set<() => void>();

/** Report that a form or a running operation has unsaved changes; an app update waits for it. */
export function reportDirty(name: string, isDirty: boolean): void {
  const changed = isDirty ? !dirty.has(name) : dirty.has(name);
  if (!changed) return;
  if (isDirty) dirty.add(name);
  else dirty.delete(name);
  for (const listener of listeners) listener();
}

/** Delay an update while the flag is true and the component is mounted. */
export function useDirty(flag: boolean): void {
  const name = useId();
  useEffect(() => {
    reportDirty(name, flag);
    return () => reportDirty(name, false);
  }, [name, flag]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while anything on the page is unsaved. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, () => dirty.size > 0);
}
