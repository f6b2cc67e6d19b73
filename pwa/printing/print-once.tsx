import { type ReactNode, useEffect, useRef } from 'react';
import { useReactToPrint } from 'react-to-print';
import { toast } from '#pwa/ui/dialog/toast.tsx';

interface PrintOnceProps {
  title: string;
  /** The CSS page rules of the sheet. */
  pageStyle: string;
  onDone(): void;
  children: ReactNode;
}

/** Prints a sheet through the browser as soon as it is drawn; the page does not show it. */
export function PrintOnce({ title, pageStyle, onDone, children }: PrintOnceProps) {
  const content = useRef<HTMLDivElement>(null);
  const print = useReactToPrint({
    contentRef: content,
    pageStyle,
    documentTitle: title,
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
      <div ref={content}>{children}</div>
    </div>
  );
}
