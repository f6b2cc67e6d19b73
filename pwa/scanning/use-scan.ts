import { createContext, useContext, useEffect, useRef } from 'react';
import { listenForHandScanner } from './hid-scanner.ts';
import type { IsExpected } from './judge-burst.ts';
import { createScanBus, type ScanBus, type ScanHandler, type ScanLayer } from './scan-bus.ts';
import { scannerSettings } from './scanner-settings.ts';

/** The queue of this page. */
export const scanBus: ScanBus = createScanBus({
  repeatWindowMs: () => scannerSettings().repeatWindowMs,
});

/** The queue that screens use; tests and previews give their own. */
export const ScanBusContext = createContext<ScanBus>(scanBus);

/** The queue of the nearest provider, for what publishes scans. */
export const useScanBus = (): ScanBus => useContext(ScanBusContext);

interface ScanOptions {
  layer?: ScanLayer;
  enabled?: boolean;
  /** Short codes that this screen takes, for example wells; the same function at each drawing. */
  isExpected?: IsExpected;
}

/**
 * Takes scans while the component is shown. The newest handler of the highest layer comes first; one that returns
 * `false` leaves the scan to the next.
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

/** Feeds the queue from the hand scanner; mounted once, at the root of the app. */
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
