import { useCallback, useEffect, useRef } from 'react';
import type { ScanHandler } from './scan-bus.ts';
import { useScan } from './use-scan.ts';

/**
 * Return a function that resolves true when the flag becomes true, false when the component unmounts before
 * that.
 */
function useGate(ready: boolean): () => Promise<boolean> {
  const isReady = useRef(ready);
  const waiting = useRef<((ready: boolean) => void)[]>([]);
  useEffect(() => {
    isReady.current = ready;
    if (ready) for (const go of waiting.current.splice(0)) go(true);
  }, [ready]);
  useEffect(
    () => () => {
      for (const go of waiting.current.splice(0)) go(false);
    },
    [],
  );
  return useCallback(
    () =>
      isReady.current
        ? Promise.resolve(true)
        : new Promise<boolean>((resolve) => {
            waiting.current.push(resolve);
          }),
    [],
  );
}

/**
 * Take scans as soon as the page is shown, and handle them once its data is loaded: an early scan waits for
 * this page instead of going elsewhere.
 */
export function useScanWhenReady(
  handler: ScanHandler,
  ready: boolean,
  options: { enabled?: boolean } = {},
): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  const gate = useGate(ready);
  useScan(async (scan) => ((await gate()) ? newest.current(scan) : false), options);
}
