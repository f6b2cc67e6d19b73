import { useEffect, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import type { PrintSheet } from './print-sheet.ts';
import { SHEET_STYLE, SheetPage } from './sheet-page.tsx';

/** Prints one sheet as soon as it is drawn. */
export function SheetJob({ sheet, onDone }: { sheet: PrintSheet; onDone(): void }) {
  const content = useRef<HTMLDivElement>(null);
  const print = useReactToPrint({
    contentRef: content,
    pageStyle: SHEET_STYLE,
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
      <SheetPage ref={content} sheet={sheet} />
    </div>
  );
}
