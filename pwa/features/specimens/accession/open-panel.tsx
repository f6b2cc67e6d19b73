import { useEffect, useRef, useState } from 'react';
import { ulid } from 'ulid';
import type { OrderRemark } from '#db/specimens/accession-lookup.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { ScanField } from '#pwa/scanning/scan-field.tsx';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { type FoundOrders, findOrders } from './find-orders.ts';
import { draftKey, newSession } from './session-draft.ts';
import { platesOf } from './session-plates.ts';

interface Answer {
  code: string;
  message: string;
  /** Set when a person must say yes before the session opens. */
  confirm: (() => Promise<void>) | null;
  n: number;
}

type Opened = Extract<FoundOrders['opened'], { remarks: unknown }>;

const said = (opened: Opened, kind: OrderRemark['kind']): string[] =>
  opened.remarks.filter(({ remark }) => remark.kind === kind).map(({ remark }) => remark.message);

const LONGEST_MS = 3000;

/** Waits until the component has left the page, and no longer than a page may take. */
function useGone(): () => Promise<void> {
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);
  return () =>
    new Promise((resolve) => {
      leave.current = resolve;
      setTimeout(resolve, LONGEST_MS);
    });
}

/** Opens a receiving session by scanning what is on the package. */
export function OpenPanel({ onOpened }: { onOpened(sessionId: string): void }) {
  const replica = useReplica();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const gone = useGone();

  const begin = async (opened: Opened, specimens: FoundOrders['specimens']): Promise<void> => {
    const stopped = new Set(
      opened.remarks.filter(({ remark }) => remark.kind === 'stop').map(({ orderId }) => orderId),
    );
    const orders = opened.orders.filter(({ id }) => !stopped.has(id));
    const orderIds = orders.map(({ id }) => id);
    const draft = newSession({
      id: ulid(),
      startedAt: new Date().toISOString(),
      orderIds,
      title: orders.map(({ orderNumber }) => orderNumber).join(', '),
      trackingNumber: orders.find((one) => one.trackingNumber)?.trackingNumber ?? null,
      packageCount: Math.max(1, ...orders.map((one) => one.packageCount)),
      plates: platesOf(specimens, orderIds),
    });
    await replica.store.side.drafts.put({
      key: draftKey(draft.id),
      value: draft,
      updatedAt: draft.startedAt,
    });
    playScanTone('ok');
    onOpened(draft.id);
    // The next scan is the session's: it waits until this panel has given way.
    await gone();
  };

  useScan(async ({ code, n }) => {
    const { opened, specimens } = await findOrders(replica, code);
    const refuse = (message: string): void => {
      playScanTone('error');
      setAnswer({ code, message, confirm: null, n });
    };
    if ('message' in opened) return refuse(opened.message);
    const stops = said(opened, 'stop');
    if (stops.length === opened.orders.length) return refuse(stops.join(' '));
    const questions = [...said(opened, 'ask'), ...said(opened, 'note')];
    if (questions.length === 0) return begin(opened, specimens);
    playScanTone('warning');
    setAnswer({ code, message: questions.join(' '), confirm: () => begin(opened, specimens), n });
  });

  return (
    <section aria-label="Open a delivery" className="panel flex flex-col gap-3 p-3 md:p-4">
      <ScanField label="Scan the package" placeholder="Order, tracking …" autoFocus />
      {answer && (
        <ScanVerdict
          verdict={answer.confirm ? 'warning' : 'error'}
          title={answer.message}
          code={answer.code}
          scanKey={answer.n}
          actions={
            answer.confirm && (
              <Button variant="primary" onClick={() => void answer.confirm?.()}>
                Receive it
              </Button>
            )
          }
        />
      )}
    </section>
  );
}
