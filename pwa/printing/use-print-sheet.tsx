import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useReactToPrint } from 'react-to-print';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import type { PrintSheet } from './print-sheet.ts';

type Drawing = typeof import('./sheet-page.tsx');

function Print({ drawing, sheet, onDone }: { drawing: Drawing; sheet: PrintSheet; onDone(): void }) {
  const content = useRef<HTMLDivElement>(null);
  const print = useReactToPrint({
    contentRef: content,
    pageStyle: drawing.SHEET_STYLE,
    documentTitle: `${sheet.title} ${sheet.number}`,
    onAfterPrint: onDone,
    onPrintError: () => {
      toast.error('The browser could not print. Try again.');
      onDone();
    },
  });
  const started = useRef(false);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    print();
  }, [print]);
  return (
    <div hidden>
      <drawing.SheetPage ref={content} sheet={sheet} />
    </div>
  );
}

/**
 * Print a sheet of paper through the browser; the drawing code is loaded with the first press. The caller
 * draws `printed`.
 */
export function usePrintSheet(): { print(sheet: PrintSheet): void; busy: boolean; printed: ReactNode } {
  const [job, setJob] = useState<{ drawing: Drawing; sheet: PrintSheet } | null>(null);
  const [busy, setBusy] = useState(false);
  const print = (sheet: PrintSheet): void => {
    setBusy(true);
    import('./sheet-page.tsx')
      .then(
        (drawing) => setJob({ drawing, sheet }),
        () => toast.error('The sheet could not be loaded. Try again when you are online.'),
      )
      .finally(() => setBusy(false));
  };
  return { print, busy, printed: job && <Print {...job} onDone={() => setJob(null)} /> };
}
