import { useState } from 'react';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import type { FirstScan } from './bench-palette.tsx';
import { SearchButton } from './search-button.tsx';
import { useTypedText } from './use-typed-text.ts';

// The descriptions of all kinds load with the first scan or press, to keep the page small.
const BenchPalette = lazyComponent(() => import('./bench-palette.tsx').then((loaded) => loaded.BenchPalette));

/** The search of the bench. A code that no page handles opens it, which identifies it and offers actions. */
export function BenchSearch() {
  const [open, setOpen] = useState(false);
  const [first, setFirst] = useState<FirstScan | null>(null);
  const close = (): void => setOpen(false);
  const typed = useTypedText(open && first === null, close);
  useScan(
    (scan) => {
      typed.onType('');
      setFirst({ code: scan.code, n: scan.n });
      setOpen(true);
    },
    { layer: 'anything', enabled: !open },
  );
  return (
    <>
      <SearchButton
        label="Search or scan"
        onPreload={() => void BenchPalette.load().catch(() => undefined)}
        onOpen={() => {
          setFirst(null);
          typed.onType('');
          setOpen(true);
        }}
      />
      {open && <BenchPalette {...typed} first={first} onClose={close} />}
    </>
  );
}
