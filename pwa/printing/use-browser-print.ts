import { type RefObject, useCallback, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import type { LabelKind } from '#db/labels/label-kind.ts';
import { labelPageStyle } from './label-sheet.tsx';

/**
 * Print the sheet through the browser at the label's exact size; resolves when the print dialog was closed.
 */
export function useBrowserPrint(kind: LabelKind): {
  sheet: RefObject<HTMLDivElement | null>;
  print(): Promise<void>;
} {
  const sheet = useRef<HTMLDivElement>(null);
  const settle = useRef<{ done: () => void; failed: (error: Error) => void }>(null);
  const open = useReactToPrint({
    contentRef: sheet,
    pageStyle: labelPageStyle(kind),
    documentTitle: 'Labels',
    onAfterPrint: () => settle.current?.done(),
    onPrintError: (_location, error) => settle.current?.failed(error),
  });
  const print = useCallback(
    () =>
      new Promise<void>((done, failed) => {
        settle.current = { done, failed };
        open();
      }),
    [open],
  );
  return { sheet, print };
}
