import { useState } from 'react';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import type { Scan } from './scan-bus.ts';
import { playScanTone } from './scan-sound.ts';
import { useScan } from './use-scan.ts';

interface RefusedScanProps {
  /** Codes that the dialog is about. */
  selectedCodes?: readonly string[];
}

/** Answer scans in a dialog that accepts none: the page below must not act on them unseen. */
export function RefusedScan({ selectedCodes = [] }: RefusedScanProps) {
  const [refusedScan, setRefused] = useState<Pick<Scan, 'n' | 'code'> | null>(null);
  const isChosen = refusedScan !== null && selectedCodes.some((code) => sameBarcode(code, refusedScan.code));
  useScan(
    ({ n, code }) => {
      playScanTone(selectedCodes.some((one) => sameBarcode(one, code)) ? 'repeat' : 'error');
      setRefused({ n, code });
    },
    { layer: 'dialog' },
  );
  if (!refusedScan) return null;
  return (
    <div className="mb-3">
      <ScanVerdict
        verdict={isChosen ? 'repeat' : 'error'}
        title={isChosen ? 'Already chosen.' : 'Close this window, then scan.'}
        code={refusedScan.code}
        scanKey={refusedScan.n}
      />
    </div>
  );
}
