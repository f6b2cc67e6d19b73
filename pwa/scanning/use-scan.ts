import { createContext, useContext, useEffect, useRef } from 'react';
import { listenForHandScanner } from './hid-scanner.ts';
import type { IsExpected } from './judge-burst.ts';
import { createScanBus, type ScanBus, type ScanHandler, type ScanLayer } from './scan-bus.ts';
import { scannerSettings } from './scanner-settings.ts';

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
