import type { ReactNode } from 'react';
import { useState } from 'react';
import { createScanBus, type Scan } from '#pwa/scanning/scan-bus.ts';
import { UnreadScanNotice } from '#pwa/scanning/unread-scan-notice.tsx';
import { ScanBusContext, useHandScanner, useScan } from '#pwa/scanning/use-scan.ts';

interface ScanningPageProps {
  onScan(scan: Scan): void;
  /** An error boundary that receives a screen's error; without a handler the test fails. */
  onError?: (() => void) | undefined;
  children: ReactNode;
}

function Listener({ onScan }: Pick<ScanningPageProps, 'onScan'>) {
  useHandScanner();
  useScan((scan) => onScan(scan));
  return <UnreadScanNotice />;
}

/** A page with a hand scanner, like the bench. */
export function ScanningPage({ onScan, onError, children }: ScanningPageProps) {
  const [bus] = useState(() =>
    createScanBus({ repeatWindowMs: () => 1500, ...(onError ? { onError } : {}) }),
  );
  return (
    <ScanBusContext value={bus}>
      <Listener onScan={onScan} />
      {children}
    </ScanBusContext>
  );
}
