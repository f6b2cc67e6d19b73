import { type ReactNode, useSyncExternalStore } from 'react';
import type { Verdict } from './scan-verdict.tsx';

/** The verdict that a page shows now, for a dialog that covers it. */
export interface ShownVerdict {
  verdict: Verdict;
  title: string;
  code: string | undefined;
  detail: ReactNode;
  actions: ReactNode;
}

let current: ShownVerdict | null = null;
const listeners = new Set<() => void>();

const become = (next: ShownVerdict | null): void => {
  current = next;
  for (const listener of listeners) listener();
};

/** Publish a page's verdict; the returned function removes it, unless another verdict has replaced it. */
export function publishVerdict(verdict: ShownVerdict): () => void {
  become(verdict);
  return () => {
    if (current === verdict) become(null);
  };
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Return the verdict of the page below; null while it has none. */
export const useShownVerdict = (): ShownVerdict | null => useSyncExternalStore(subscribe, () => current);
