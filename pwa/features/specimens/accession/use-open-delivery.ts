import { useCallback, useState } from 'react';
import { ulid } from 'ulid';
import { boxesOf } from '#db/ordering/awaited-specimens.ts';
import type { OrderRemark } from '#db/specimens/accession-lookup.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/replica.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { type FoundOrders, findOrders } from './find-orders.ts';
import { lookElsewhere } from './look-elsewhere.ts';
import { readOpenSessions } from './read-open-sessions.ts';
import { draftKey, newSession, type SessionDraft } from './session-draft.ts';
import { platesOf } from './session-plates.ts';

/** Why a delivery did not open at once. */
export interface OpenAnswer {
  verdict: 'warning' | 'error';
  code: string;
  message: string;
  /** What follows from it, or what to do. */
  detail: string | null;
  /** Set when a person must say yes before the session opens, with what they say. */
  confirm: { label: string; begin(): Promise<void> } | null;
  n: number;
}

type Opened = Extract<FoundOrders['opened'], { remarks: unknown }>;

const said = (opened: Opened, kind: OrderRemark['kind']): string[] =>
  opened.remarks.filter(({ remark }) => remark.kind === kind).map(({ remark }) => remark.message);

const isStopped = ({ remarks }: Opened, orderId: string): boolean =>
  remarks.some((one) => one.orderId === orderId && one.remark.kind === 'stop');

function sessionOf(opened: Opened, specimens: FoundOrders['specimens']): SessionDraft {
  const orders = opened.orders.filter(({ id }) => !isStopped(opened, id));
  const orderIds = orders.map(({ id }) => id);
  return newSession({
    id: ulid(),
    startedAt: new Date().toISOString(),
    orderIds,
    title: orders.map(({ orderNumber }) => orderNumber).join(', '),
    trackingNumber: orders.find((one) => one.trackingNumber)?.trackingNumber ?? null,
    packageCount: Math.max(1, ...orders.map((one) => boxesOf(one, 'INBOUND'))),
    plates: platesOf(specimens, orderIds),
  });
}

/** The session of a package that belongs to no order that this device knows: all that is in it is unexpected. */
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
  // The lab manager who looks for its order later has nothing else to go by.
  note: `Scanned on the package: ${code.slice(0, 200)}.`,
});

const isSamePackage = (begun: SessionDraft, draft: SessionDraft): boolean =>
  draft.orderIds.length === 0
    ? begun.title === draft.title
    : draft.orderIds.every((id) => begun.orderIds.includes(id));

// A package whose session was begun on this device is gone on with: a second session would count its tubes twice.
async function beginOrResume(replica: Replica, draft: SessionDraft): Promise<string> {
  const begun = (await readOpenSessions(replica)).find((one) => isSamePackage(one, draft));
  if (begun) return begun.id;
  await replica.store.side.drafts.put({ key: draftKey(draft.id), value: draft, updatedAt: draft.startedAt });
  return draft.id;
}

const TO_QUARANTINE = 'Its tubes go into quarantine as unexpected until they are linked to a requisition.';

/** What this device cannot know of an order that it does not have. */
function notKnownHere({ contact }: Replica): string {
  const { online, lastContactAt } = contact.value;
  if (online) return `Check the number. Is it right and nobody knows it? ${TO_QUARANTINE}`;
  const heard = lastContactAt === null ? '' : ` since ${formatDate(new Date(lastContactAt), 'shortAtTime')}`;
  return `This device has not heard the server${heard}: an order that is newer is not on it yet. ${TO_QUARANTINE}`;
}

/** What a code that opens no order is told: a thing of the lab, or a package that nobody announced. */
async function unknownAnswer(
  replica: Replica,
  message: string,
  { code, n }: { code: string; n: number },
  begin: (draft: SessionDraft) => Promise<void>,
): Promise<OpenAnswer> {
  const answer = { verdict: 'error' as const, code, n };
  const other = await lookElsewhere(replica, code);
  const thing = other.kind === 'BOX' ? `${code} is ${other.box.name}.` : null;
  const text = other.kind === 'OTHER_THING' ? other.text : thing;
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
    detail: notKnownHere(replica),
    confirm: { label: 'Receive it without an order', begin: () => begin(sessionWithoutOrder(code)) },
  };
}

/** Opens the delivery that a code names, asking where a person must say yes; `n` tells one scan from the next. */
export function useOpenDelivery(onOpened: (sessionId: string) => Promise<void>) {
  const replica = useReplica();
  const [answer, setAnswer] = useState<OpenAnswer | null>(null);
  const open = useCallback(
    async (scan: { code: string; n: number }): Promise<void> => {
      const begin = async (draft: SessionDraft): Promise<void> => {
        const id = await beginOrResume(replica, draft);
        playScanTone('ok');
        await onOpened(id);
      };
      const said = await answerTo(replica, scan, begin);
      if (!said) return;
      playScanTone(said.verdict);
      setAnswer(said);
    },
    [replica, onOpened],
  );
  return { answer, open };
}

/** Begins the session of a code at once, or says why not yet. */
async function answerTo(
  replica: Replica,
  scan: { code: string; n: number },
  begin: (draft: SessionDraft) => Promise<void>,
): Promise<OpenAnswer | null> {
  const { opened, specimens } = await findOrders(replica, scan.code);
  if ('message' in opened) return unknownAnswer(replica, opened.message, scan, begin);
  const stops = said(opened, 'stop');
  if (stops.length === opened.orders.length)
    return { ...scan, verdict: 'error', message: stops.join(' '), detail: null, confirm: null };
  const draft = sessionOf(opened, specimens);
  const questions = [...said(opened, 'ask'), ...said(opened, 'note')];
  if (questions.length === 0) {
    await begin(draft);
    return null;
  }
  const unsubmitted = opened.orders.every(({ status }) => status === 'DRAFT');
  return {
    ...scan,
    verdict: 'warning',
    message: questions.join(' '),
    detail: unsubmitted ? TO_QUARANTINE : null,
    confirm: { label: 'Receive it', begin: () => begin(draft) },
  };
}
