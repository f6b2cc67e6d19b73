import { useState } from 'react';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import type { Scan } from './scan-bus.ts';
import { playScanTone } from './scan-sound.ts';
import { useScan } from './use-scan.ts';

interface RefusedScanProps {
  /** Codes that the window is about. */
  chosen?: readonly string[];
}

/** Answers scans in a window that no scan answers: the page below must not act on them unseen. */
export function RefusedScan({ chosen = [] }: RefusedScanProps) {
  const [refused, setRefused] = useState<Pick<Scan, 'n' | 'code'> | null>(null);
  const isChosen = refused !== null && chosen.some((code) => sameBarcode(code, refused.code));
  useScan(
    ({ n, code }) => {
      playScanTone(chosen.some((one) => sameBarcode(one, code)) ? 'repeat' : 'error');
      setRefused({ n, code });
    },
    { layer: 'dialog' },
  );
  if (!refused) return null;
  return (
    <div className="mb-3">
      <ScanVerdict
        verdict={isChosen ? 'repeat' : 'error'}
        title={isChosen ? 'Already chosen.' : 'Close this window, then scan.'}
        code={refused.code}
        scanKey={refused.n}
      />
    </div>
  );
}
