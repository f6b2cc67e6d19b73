import { type ReactNode, useSyncExternalStore } from 'react';
import type { Verdict } from './scan-verdict.tsx';

/** The answer that a page shows now, for a window that lies over it. */
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

/** Tells what a page answers; the result takes it back, unless another answer has taken its place. */
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

/** The answer of the page below, null while it has none. */
export const useShownVerdict = (): ShownVerdict | null => useSyncExternalStore(subscribe, () => current);
