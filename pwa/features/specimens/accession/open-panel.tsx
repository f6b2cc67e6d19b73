import { useCallback, useEffect, useRef, useState } from 'react';
import { ulid } from 'ulid';
import { order as orderEntity } from '#db/ordering/orders/order.ts';
import { boxesOf } from '#db/ordering/shipments/awaited-specimens.ts';
import type { OrderRemark } from '#db/specimens/accession/accession-lookup.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { readDocument } from '#pwa/replica/operations/read-view.ts';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { ScanBar } from '#pwa/scanning/scan-station.tsx';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { type FoundOrders, findOrders, findOtherMatch } from './find-orders.ts';
import { readOpenSessions } from './open-sessions.tsx';
import { platesOf } from './session-counts.ts';
import { draftKey, newSession, type SessionDraft } from './session-draft.ts';

/** Why a shipment did not open at once. */
interface OpenAnswer {
  verdict: 'warning' | 'error';
  code: string;
  message: string;
  /** The consequence or the instruction. */
  detail: string | null;
  /** Set when the user must confirm before the session opens; holds the text of the button. */
  confirm: { label: string; start(): Promise<void> } | null;
  n: number;
}

type OpenedOrders = Extract<FoundOrders['openedSession'], { remarks: unknown }>;

const remarkMessages = (openedSession: OpenedOrders, kind: OrderRemark['kind']): string[] =>
  openedSession.remarks.filter(({ remark }) => remark.kind === kind).map(({ remark }) => remark.message);

const isStopped = ({ remarks }: OpenedOrders, orderId: string): boolean =>
  remarks.some((one) => one.orderId === orderId && one.remark.kind === 'stop');

function sessionOf(openedSession: OpenedOrders, specimens: FoundOrders['specimens']): SessionDraft {
  const orders = openedSession.orders.filter(({ id }) => !isStopped(openedSession, id));
  const orderIds = orders.map(({ id }) => id);
  return newSession({
    id: ulid(),
    startedAt: new Date().toISOString(),
    orderIds,
    title: orders.map((one) => orderTitle(one)).join(', '),
    trackingNumber: orders.find((one) => one.trackingNumber)?.trackingNumber ?? null,
    packageCount: Math.max(1, ...orders.map((one) => boxesOf(one, 'INBOUND'))),
    plates: platesOf(specimens, orderIds),
  });
}

/** Create the session of a package without a known order: all its tubes are unexpected. */
const sessionWithoutOrder = (code: string): SessionDraft => ({
  ...newSession({
    id: ulid(),
    startedAt: new Date().toISOString(),
    orderIds: [],
    title: `No order: ${code.slice(0, 200)}`,
    trackingNumber: null,
    packageCount: 1,
    plates: [],
  }),
  // This is the only clue for the lab manager who looks for its order later.
  note: `Scanned on the package: ${code.slice(0, 200)}.`,
});

const isSamePackage = (existingDraft: SessionDraft, draft: SessionDraft): boolean =>
  draft.orderIds.length === 0
    ? existingDraft.title === draft.title
    : draft.orderIds.every((id) => existingDraft.orderIds.includes(id));

// A package whose session exists on this device is resumed: a second session would count its tubes twice.
async function startOrResume(replica: Replica, draft: SessionDraft): Promise<string> {
  const existingDraft = (await readOpenSessions(replica)).find((one) => isSamePackage(one, draft));
  if (existingDraft) return existingDraft.id;
  await replica.store.side.drafts.put({ key: draftKey(draft.id), value: draft, updatedAt: draft.startedAt });
  return draft.id;
}

const TO_QUARANTINE = 'The tubes go into quarantine as unexpected until they are linked to a requisition.';

/** Note about what this device cannot know of an order that it does not have. */
function unknownOrderText({ contact }: Replica): string {
  const { online, lastContactAt } = contact.value;
  if (online) return `Check the number. Is it right and nobody knows it? ${TO_QUARANTINE}`;
  const sinceText =
    lastContactAt === null ? '' : ` since ${formatDate(new Date(lastContactAt), 'shortAtTime')}`;
  return `This device has not heard the server${sinceText}: an order that is newer is not on it yet. ${TO_QUARANTINE}`;
}

/** Message for a code that opens no order: something of the lab, or an unannounced package. */
async function unknownAnswer(
  replica: Replica,
  message: string,
  { code, n }: { code: string; n: number },
  start: (draft: SessionDraft) => Promise<void>,
): Promise<OpenAnswer> {
  const answer = { verdict: 'error' as const, code, n };
  const other = await findOtherMatch(replica, code);
  const boxText = other.kind === 'BOX' ? `${code} is ${other.box.name}.` : null;
  const text = other.kind === 'OTHER_THING' ? other.text : boxText;
  if (text !== null)
    return {
      ...answer,
      message: text,
      detail: 'Scan what is on the package or on one of its tubes.',
      confirm: null,
    };
  return {
    ...answer,
    message,
    detail: unknownOrderText(replica),
    confirm: { label: 'Receive it without an order', start: () => start(sessionWithoutOrder(code)) },
  };
}

/** Opens the shipment of a code, asking where confirmation is needed; `n` tells repeated scans apart. */
function useOpenDelivery(onOpened: (sessionId: string) => Promise<void>) {
  const replica = useReplica();
  const [answer, setAnswer] = useState<OpenAnswer | null>(null);
  const open = useCallback(
    async (scan: { code: string; n: number }): Promise<void> => {
      const start = async (draft: SessionDraft): Promise<void> => {
        const id = await startOrResume(replica, draft);
        playScanTone('ok');
        await onOpened(id);
      };
      const scanAnswer = await answerTo(replica, scan, start);
      if (!scanAnswer) return;
      playScanTone(scanAnswer.verdict);
      setAnswer(scanAnswer);
    },
    [replica, onOpened],
  );
  return { answer, open };
}

/** Start the session of a code at once, or return why it needs confirmation. */
async function answerTo(
  replica: Replica,
  scan: { code: string; n: number },
  start: (draft: SessionDraft) => Promise<void>,
): Promise<OpenAnswer | null> {
  const { openedSession, specimens } = await findOrders(replica, scan.code);
  if ('message' in openedSession) return unknownAnswer(replica, openedSession.message, scan, start);
  const stops = remarkMessages(openedSession, 'stop');
  if (stops.length === openedSession.orders.length)
    return { ...scan, verdict: 'error', message: stops.join(' '), detail: null, confirm: null };
  const draft = sessionOf(openedSession, specimens);
  const questions = [...remarkMessages(openedSession, 'ask'), ...remarkMessages(openedSession, 'note')];
  if (questions.length === 0) {
    await start(draft);
    return null;
  }
  const unsubmitted = openedSession.orders.every(({ status }) => status === 'DRAFT');
  return {
    ...scan,
    verdict: 'warning',
    message: questions.join(' '),
    detail: unsubmitted ? TO_QUARANTINE : null,
    confirm: { label: 'Receive it', start: () => start(draft) },
  };
}

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
      open({ code: (document && rowOf(orderEntity, document.body).orderNumber) ?? orderId, n: 0 }),
    );
  }, [orderId, replica, open]);

  // The message is above a list of shipments that may be long, so it must be scrolled into view.
  const panel = useRef<HTMLElement>(null);
  const answerNumber = answer?.n;
  useEffect(() => {
    if (answerNumber !== undefined) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [answerNumber]);

  return (
    <section ref={panel} aria-label="Open a shipment" className="panel flex flex-col gap-3 p-3 md:p-4">
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
                command={['OK', 'YES', 'ACCEPT']}
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
