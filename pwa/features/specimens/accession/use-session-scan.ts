import { useCallback, useEffect, useRef, useState } from 'react';
import type { Specimen } from '#db/specimens/specimen.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { playErrorUntilAcknowledged, playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { findOtherMatch } from './find-orders.ts';
import { nextFreePlace } from './free-place.ts';
import {
  decideAnswer,
  expectedAnswer,
  otherMatchAnswer,
  packageAnswer,
  type ScanAnswer,
  simpleAnswer,
  tubeDraft,
  unexpectedAnswer,
} from './scan-answer.ts';
import type { SessionMaterial } from './session-counts.ts';
import type { SessionDraft } from './session-draft.ts';
import { meaningOf, packageConditionOf } from './session-scan.ts';
import { takeLabel } from './take-numbers.ts';
import type { ReceivingSession } from './use-receiving-session.ts';

/** The data that a scan is evaluated against. */
interface ScanSituation {
  replica: Replica;
  draft: SessionDraft;
  material: SessionMaterial;
}

const newTube = async (
  { replica, draft }: ScanSituation,
  specimen: Specimen | null,
  code: string,
  at: string,
) =>
  tubeDraft({
    specimen,
    code: code.slice(0, 200),
    at,
    label: await takeLabel(replica, specimen),
    // A clinical tube is not compared yet at this point, so only an unexpected tube goes into quarantine.
    place: await nextFreePlace(replica, draft, { quarantined: specimen === null }),
  });

const isPackageCommand = (code: string): boolean => packageConditionOf(code) !== null;

/** Evaluate a scanned code and its effect on the session; a tube gets its number here. */
async function answerScan(situation: ScanSituation, code: string): Promise<ScanAnswer> {
  const { draft, material } = situation;
  const at = new Date().toISOString();
  const condition = packageConditionOf(code);
  if (condition !== null) return packageAnswer(condition);
  const meaning = meaningOf(code, draft, material);
  switch (meaning.kind) {
    case 'EXPECTED':
      return expectedAnswer(await newTube(situation, meaning.specimen, code, at), meaning.specimen, material);
    case 'RECEIVED_BEFORE':
      return decideAnswer(meaning.specimen, code, at, '');
    case 'UNKNOWN':
      return answerUnknown(situation, meaning.code, at);
    default:
      return simpleAnswer(meaning);
  }
}

async function answerUnknown(situation: ScanSituation, code: string, at: string): Promise<ScanAnswer> {
  const { replica, draft, material } = situation;
  const otherMatch = await findOtherMatch(replica, code);
  if (otherMatch.kind === 'SPECIMEN' && otherMatch.specimen.status !== 'DRAFT') {
    const { specimen, orderNumber } = otherMatch;
    // The order joined a moment ago, and its specimens are still loading.
    const joined = draft.orderIds.includes(specimen.orderId) && specimen.receivedAt === null;
    return joined
      ? expectedAnswer(await newTube(situation, specimen, code, at), specimen, material)
      : decideAnswer(specimen, code, at, orderNumber);
  }
  if (otherMatch.kind !== 'NOTHING' && otherMatch.kind !== 'SPECIMEN') return otherMatchAnswer(otherMatch);
  return unexpectedAnswer(await newTube(situation, null, code, at));
}

/** The result that stays visible until the next scan. */
export type ShownAnswer = ScanAnswer & { code: string; key: number };

function createGate(): { ready: Promise<void>; open(): void } {
  let open = () => {};
  const ready = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { ready, open: () => open() };
}

/** A promise that resolves when the session can process scans; earlier scans wait. */
function useReady(ready: boolean): { current: Promise<void> } {
  const [gate] = useState(createGate);
  useEffect(() => {
    if (ready) gate.open();
  }, [ready, gate]);
  return { current: gate.ready };
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
  // oxlint-disable-next-line react/refs -- a burst of scans comes before the next effect
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
  useScan(
    async ({ code }) => {
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
    },
    { isExpected: isPackageCommand },
  );
  const dismiss = useCallback(() => {
    acknowledge.current();
    setShown(null);
  }, []);
  return { currentAnswer, show, dismiss };
}
