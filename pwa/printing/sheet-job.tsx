import { PrintOnce } from './print-once.tsx';
import type { PrintSheet } from './print-sheet.ts';
import { SHEET_STYLE, SheetPage } from './sheet-page.tsx';

/** Prints one sheet as soon as it is drawn. */
export function SheetJob({ sheet, onDone }: { sheet: PrintSheet; onDone(): void }) {
  return (
    <PrintOnce title={`${sheet.title} ${sheet.number}`} pageStyle={SHEET_STYLE} onDone={onDone}>
      <SheetPage sheet={sheet} />
    </PrintOnce>
  );
}
