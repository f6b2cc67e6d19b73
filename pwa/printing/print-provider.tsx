import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { barcode } from '#db/samples/barcode.ts';
import { sameBarcode } from '#db/values/barcode-value.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { findByCode } from '#pwa/replica/operations/read-view.ts';
import { childRows } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import {
  createPrintQueue,
  openPrintDatabase,
  type PrintQueue,
  sendPrintJobsWhenOnline,
} from './print-queue.ts';
import { useLabPrinters } from './printer-list.ts';
import { type LabelOrder, PrintLabelsContext } from './use-print-labels.ts';

/** List those of these codes that the lab has printed before, on any device. */
async function printedBefore(replica: Replica, codes: readonly string[]): Promise<string[]> {
  const known = await Promise.all(codes.map((code) => findByCode(replica, code)));
  return codes.filter((code, index) =>
    known[index]?.some(({ body }) =>
      childRows(barcode, body, 'barcodes').some(
        ({ value, printedAt }) => printedAt !== null && sameBarcode(value, code),
      ),
    ),
  );
}

// Label drawing includes the symbol encoder, which only users who print need.
const PrintDialog = lazy(() =>
  import('./print-dialog.tsx').then((loaded) => ({ default: loaded.PrintDialog })),
);

let queueOfDevice: PrintQueue | null = null;

/** The one print queue of this browser, shared by all its users. */
export function deviceQueue(): PrintQueue {
  queueOfDevice ??= createPrintQueue(openPrintDatabase());
  return queueOfDevice;
}

interface Pending {
  order: LabelOrder;
  alreadyPrinted: readonly string[];
}

/** Provide one print dialog with the lab's printers, and send print jobs that were stored offline. */
export function PrintProvider({
  children,
  queue = deviceQueue(),
}: {
  children: ReactNode;
  queue?: PrintQueue;
}) {
  const replica = useReplica();
  const { printers } = useLabPrinters(replica);
  const [pending, setPending] = useState<Pending | null>(null);
  const answer = useRef<((printed: boolean) => void) | null>(null);
  useEffect(() => sendPrintJobsWhenOnline(replica, queue), [replica, queue]);

  const finish = useCallback((printed: boolean) => {
    setPending(null);
    answer.current?.(printed);
    answer.current = null;
  }, []);
  const print = useCallback(
    async (order: LabelOrder) => {
      const codes = order.labels.map(({ barcode }) => barcode);
      const alreadyPrinted = await printedBefore(replica, codes);
      answer.current?.(false);
      return new Promise<boolean>((resolve) => {
        answer.current = resolve;
        setPending({ order, alreadyPrinted });
      });
    },
    [replica],
  );
  const names = useMemo(() => printers.map(({ name }) => name), [printers]);
  return (
    <PrintLabelsContext value={print}>
      {children}
      {pending && (
        <Suspense fallback={<SlowLoadFallback over />}>
          <PrintDialog
            open
            kind={pending.order.kind}
            labels={pending.order.labels}
            printers={names}
            queue={queue}
            userId={replica.actor.userId}
            alreadyPrinted={pending.alreadyPrinted}
            onPrinted={() => finish(true)}
            onClose={() => finish(false)}
          />
        </Suspense>
      )}
    </PrintLabelsContext>
  );
}
