import { useCallback, useEffect, useRef, useState } from 'react';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { playErrorUntilAcknowledged, playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { answerScan } from './answer-scan.ts';
import type { ScanAnswer } from './scan-answer.ts';
import type { SessionMaterial } from './session-counts.ts';
import type { ReceivingSession } from './use-receiving-session.ts';

/** The result that stays visible until the next scan. */
export type ShownAnswer = ScanAnswer & { code: string; key: number };

/** A promise that resolves when the session can process scans; earlier scans wait. */
function useReady(ready: boolean): { current: Promise<void> } {
  const gate = useRef<{ ready: Promise<void>; open(): void }>(null);
  gate.current ??= (() => {
    let open = () => {};
    const ready = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { ready, open };
  })();
  useEffect(() => {
    if (ready) gate.current?.open();
  }, [ready]);
  return { current: gate.current.ready };
}

/** The scan state that a screen of the session needs. */
export type SessionScanning = ReturnType<typeof useSessionScan>;

/** Processes the scans of a receiving session: each is evaluated, signaled and saved before the next. */
export function useSessionScan(session: ReceivingSession, material: SessionMaterial | undefined) {
  const replica = useReplica();
  const [currentAnswer, setShown] = useState<ShownAnswer | null>(null);
  const count = useRef(0);
  const acknowledge = useRef<() => void>(() => {});
  const known = useRef(material);
  known.current = material;
  const ready = useReady(session.draft === null || Boolean(session.draft && material));
  useEffect(() => () => acknowledge.current(), []);

  const show = useCallback((answer: ScanAnswer, code: string) => {
    acknowledge.current();
    acknowledge.current = () => {};
    count.current += 1;
    setShown({ ...answer, code, key: count.current });
    if (answer.verdict === 'error') acknowledge.current = playErrorUntilAcknowledged();
    else playScanTone(answer.verdict);
  }, []);
  useScan(async ({ code }) => {
    await ready.current;
    const draft = session.latest();
    if (!draft || !known.current) return false;
    try {
      const answer = await answerScan({ replica, draft, material: known.current }, code);
      if (answer.edit) await session.change(answer.edit);
      show(answer, code);
    } catch (error) {
      const text = error instanceof Error ? error.message : 'The scan was not kept. Scan it again.';
      show({ verdict: 'error', title: text, detail: null, action: null, edit: null }, code);
    }
    return true;
  });
  const dismiss = useCallback(() => {
    acknowledge.current();
    setShown(null);
  }, []);
  return { currentAnswer, show, dismiss };
}
