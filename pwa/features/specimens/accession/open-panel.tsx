import { useCallback, useEffect, useRef } from 'react';
import { order as orderEntity } from '#db/ordering/order.ts';
import { rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { readDocument } from '#pwa/replica/read-view.ts';
import { ScanBar } from '#pwa/scanning/scan-bar.tsx';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { useOpenDelivery } from './use-open-delivery.ts';

const LONGEST_MS = 3000;

/** Wait until the component has unmounted, at most LONGEST_MS. */
function useWaitForUnmount(): () => Promise<void> {
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);
  return useCallback(
    () =>
      new Promise((resolve) => {
        leave.current = resolve;
        setTimeout(resolve, LONGEST_MS);
      }),
    [],
  );
}

interface OpenPanelProps {
  /** The order of the link that opened this page; opened as if its number had been scanned. */
  orderId: string | null;
  onOpened(sessionId: string): void;
}

/** Opens a receiving session by scanning the package, or for the order of a link. */
export function OpenPanel({ orderId, onOpened }: OpenPanelProps) {
  const replica = useReplica();
  const waitForUnmount = useWaitForUnmount();
  const { answer, open } = useOpenDelivery(
    useCallback(
      (sessionId) => {
        onOpened(sessionId);
        // The next scan belongs to the session, so it waits until this panel has unmounted.
        return waitForUnmount();
      },
      [onOpened, waitForUnmount],
    ),
  );
  useScan(open);

  const requestedOrderId = useRef<string | null>(null);
  useEffect(() => {
    if (orderId === null || requestedOrderId.current === orderId) return;
    requestedOrderId.current = orderId;
    void readDocument(replica, 'orders', orderId).then((document) =>
      open({ code: document ? rowOf(orderEntity, document.body).orderNumber : orderId, n: 0 }),
    );
  }, [orderId, replica, open]);

  // The message is above a list of shipments that may be long, so it must be scrolled into view.
  const panel = useRef<HTMLElement>(null);
  const answerNumber = answer?.n;
  useEffect(() => {
    if (answerNumber !== undefined) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [answerNumber]);

  return (
    <section ref={panel} aria-label="Open a delivery" className="panel flex flex-col gap-3 p-3 md:p-4">
      <ScanBar label="Scan the package" placeholder="Order, tracking …" autoFocus />
      {answer && (
        <ScanVerdict
          verdict={answer.verdict}
          title={answer.message}
          code={answer.code}
          detail={answer.detail}
          scanKey={answer.n}
          actions={
            answer.confirm && (
              <Button
                variant={answer.verdict === 'warning' ? 'primary' : 'secondary'}
                onClick={() => void answer.confirm?.start()}
              >
                {answer.confirm.label}
              </Button>
            )
          }
        />
      )}
    </section>
  );
}
