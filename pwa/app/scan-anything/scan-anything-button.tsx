import { ScanLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';

// The descriptions of all kinds load with the first scan or press, to keep the page small.
const ScanAnythingDialog = lazy(() =>
  import('./scan-anything-dialog.tsx').then((loaded) => ({ default: loaded.ScanAnythingDialog })),
);

/** A code that no page handles opens this dialog, which identifies it and offers actions. */
export function ScanAnythingButton() {
  const [open, setOpen] = useState(false);
  const [first, setFirst] = useState<{ code: string; n: number } | null>(null);
  useScan(
    (scan) => {
      setFirst({ code: scan.code, n: scan.n });
      setOpen(true);
    },
    { layer: 'anything', enabled: !open },
  );
  return (
    <>
      <IconButton
        icon={ScanLine}
        label="Scan anything"
        onClick={() => {
          setFirst(null);
          setOpen(true);
        }}
      />
      {open && (
        <Suspense fallback={<SlowLoadFallback over />}>
          <ScanAnythingDialog first={first} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
