import { debounceTime, type Observable, type Subscription, startWith } from 'rxjs';

/** A value that screens read synchronously and that follows a source of changes. */
export interface Live<T> {
  subscribe(listener: () => void): () => void;
  current(): T;
}

/**
 * Keep the newest result of `read`, read again after each change. Late results are dropped; a failing read
 * keeps the last good result and is tried again with the next change.
 */
export function liveRead<T>(
  read: () => Promise<T>,
  changes: Observable<unknown>,
  first: T,
  quietMs: number,
): Live<T> {
  let value = first;
  let readCount = 0;
  const listeners = new Set<() => void>();
  let subscription: Subscription | null = null;
  const refresh = async () => {
    const readNumber = ++readCount;
    const next = await read();
    if (readNumber !== readCount || next === value) return;
    value = next;
    for (const listener of listeners) listener();
  };
  return {
    current: () => value,
    subscribe(listener) {
      listeners.add(listener);
      if (!subscription) {
        void refresh().catch(() => undefined);
        subscription = changes
          .pipe(debounceTime(quietMs))
          .subscribe(() => void refresh().catch(() => undefined));
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        subscription?.unsubscribe();
        subscription = null;
      };
    },
  };
}

/**
 * Create a live value without reading: `compute` runs after each change; a result that is the `same` causes
 * no render.
 */
export function liveValue<T>(
  compute: () => T,
  changes: Observable<unknown>,
  same: (a: T, b: T) => boolean = Object.is,
): Live<T> {
  let value = compute();
  return {
    current: () => value,
    subscribe(listener) {
      const subscription = changes.pipe(startWith(null)).subscribe(() => {
        const next = compute();
        if (same(value, next)) return;
        value = next;
        listener();
      });
      return () => subscription.unsubscribe();
    },
  };
}
