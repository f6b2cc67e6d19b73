import { useSyncExternalStore } from 'react';

const RENEWED_MS = 60_000;

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(() => {
      now = Date.now();
      for (const notify of listeners) notify();
    }, RENEWED_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

// Between two renewals all readers of a render need the same value; without a timer the clock is read again.
const readNow = (): number => {
  if (listeners.size === 0 && Math.abs(Date.now() - now) >= 1_000) now = Date.now();
  return now;
};

/**
 * Return the time in milliseconds, renewed every minute by one timer for all readers, because a page at the bench
 * stays open for hours.
 */
export const useNow = (): number => useSyncExternalStore(subscribe, readNow);
