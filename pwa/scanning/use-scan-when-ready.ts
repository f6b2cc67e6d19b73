import { useCallback, useEffect, useRef } from 'react';
import type { ScanHandler } from './scan-bus.ts';
import { useScan } from './use-scan.ts';

/** Resolves true as soon as the flag is true, false when the component goes before that. */
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
 * Takes scans from the moment when the page is shown, and deals with them once it has read what it needs: a scan that
 * comes too early waits for this page instead of going elsewhere.
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
