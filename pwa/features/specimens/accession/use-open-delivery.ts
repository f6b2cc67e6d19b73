import { useCallback, useState } from 'react';
import { ulid } from 'ulid';
import type { OrderRemark } from '#db/specimens/accession-lookup.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/replica.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { type FoundOrders, findOrders } from './find-orders.ts';
import { readOpenSessions } from './read-open-sessions.ts';
import { draftKey, newSession, type SessionDraft } from './session-draft.ts';
import { platesOf } from './session-plates.ts';

/** Why a delivery did not open at once. */
export interface OpenAnswer {
  code: string;
  message: string;
  /** Set when a person must say yes before the session opens. */
  confirm: (() => Promise<void>) | null;
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
    packageCount: Math.max(1, ...orders.map((one) => one.packageCount)),
    plates: platesOf(specimens, orderIds),
  });
}

// A package whose session was begun on this device is gone on with: a second session would count its tubes twice.
async function beginOrResume(replica: Replica, draft: SessionDraft): Promise<string> {
  const begun = (await readOpenSessions(replica)).find(({ orderIds }) =>
    draft.orderIds.every((id) => orderIds.includes(id)),
  );
  if (begun) return begun.id;
  await replica.store.side.drafts.put({ key: draftKey(draft.id), value: draft, updatedAt: draft.startedAt });
  return draft.id;
}

/** Opens the delivery that a code names, asking where a person must say yes; `n` tells one scan from the next. */
export function useOpenDelivery(onOpened: (sessionId: string) => Promise<void>) {
  const replica = useReplica();
  const [answer, setAnswer] = useState<OpenAnswer | null>(null);
  const open = useCallback(
    async ({ code, n }: { code: string; n: number }): Promise<void> => {
      const { opened, specimens } = await findOrders(replica, code);
      const refuse = (message: string): void => {
        playScanTone('error');
        setAnswer({ code, message, confirm: null, n });
      };
      if ('message' in opened) return refuse(opened.message);
      const stops = said(opened, 'stop');
      if (stops.length === opened.orders.length) return refuse(stops.join(' '));
      const begin = async (): Promise<void> => {
        const id = await beginOrResume(replica, sessionOf(opened, specimens));
        playScanTone('ok');
        await onOpened(id);
      };
      const questions = [...said(opened, 'ask'), ...said(opened, 'note')];
      if (questions.length === 0) return begin();
      playScanTone('warning');
      setAnswer({ code, message: questions.join(' '), confirm: begin, n });
    },
    [replica, onOpened],
  );
  return { answer, open };
}
