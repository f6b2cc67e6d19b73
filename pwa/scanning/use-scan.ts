import { createContext, useCallback, useContext, useEffect, useRef } from 'react';
import { listenForHandScanner } from './keys/hid-scanner.ts';
import type { IsExpected } from './keys/judge-burst.ts';
import { scannerSettings } from './keys/scanner-settings.ts';
import { createScanBus, type ScanBus, type ScanHandler, type ScanLayer } from './scan-bus.ts';

/** The scan queue of this page. */
export const scanBus: ScanBus = createScanBus({
  repeatWindowMs: () => scannerSettings().repeatWindowMs,
});

/** The scan queue that screens use; tests and previews provide their own. */
export const ScanBusContext = createContext<ScanBus>(scanBus);

/** Return the queue of the nearest provider, for components that publish scans. */
export const useScanBus = (): ScanBus => useContext(ScanBusContext);

interface ScanOptions {
  layer?: ScanLayer;
  enabled?: boolean;
  /** Short codes that this screen accepts, for example wells; the function must be stable between renders. */
  isExpected?: IsExpected;
}

/**
 * Take scans while the component is mounted. The newest handler of the highest layer comes first; one that
 * returns `false` passes the scan to the next.
 */
export function useScan(handler: ScanHandler, options: ScanOptions = {}): void {
  const bus = useScanBus();
  const latest = useRef(handler);
  const { layer = 'page', enabled = true, isExpected } = options;
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(
    () => (enabled ? bus.handle((scan) => latest.current(scan), layer, isExpected) : undefined),
    [bus, layer, enabled, isExpected],
  );
}

/** Feed the queue from the hand scanner; mounted once, at the root of the app. */
export function useHandScanner(): void {
  const bus = useScanBus();
  useEffect(() => {
    const onCode = (raw: string): void => {
      if (bus.publish(raw, 'hand') === null) bus.reportUnread('incomplete', raw);
    };
    return listenForHandScanner(
      { onCode, onUnread: bus.reportUnread, isExpected: bus.isExpected },
      scannerSettings,
    );
  }, [bus]);
}

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
