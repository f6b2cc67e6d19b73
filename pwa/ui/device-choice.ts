import { useSyncExternalStore } from 'react';

/**
 * Create a hook for a choice that this device remembers under a key: every component that uses the hook
 * follows a change, also of another window. An unknown stored value counts as `initial`.
 */
export function createDeviceChoice<T extends string>(
  key: string,
  values: readonly T[],
  initial: T,
): () => [T, (value: T) => void] {
  const listeners = new Set<() => void>();
  const subscribe = (changed: () => void): (() => void) => {
    listeners.add(changed);
    addEventListener('storage', changed);
    return () => {
      listeners.delete(changed);
      removeEventListener('storage', changed);
    };
  };
  const read = (): T => values.find((one) => one === localStorage.getItem(key)) ?? initial;
  const change = (value: T): void => {
    localStorage.setItem(key, value);
    for (const changed of listeners) changed();
  };
  return () => [useSyncExternalStore(subscribe, read), change];
}
