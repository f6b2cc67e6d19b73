import { ScanLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { SlowLoadFallback } from '#pwa/ui/slow-load-fallback.tsx';

// The description of every kind of thing is loaded with the first scan or press, not with the page.
const ScanAnythingDialog = lazy(() =>
  import('./scan-anything-dialog.tsx').then((loaded) => ({ default: loaded.ScanAnythingDialog })),
);

/** Any code on any page: what no page takes opens this window and says what it is and what can be done with it. */
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
