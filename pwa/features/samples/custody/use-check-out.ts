import { useState } from 'react';
import { z } from 'zod';
import type { BenchCall } from '#db/bench-operations.ts';
import { CheckOutPurpose, type Sample } from '#db/samples/sample.ts';
import { holdsPositions, type StorageManagement } from '#db/storage/storage-management.ts';
import { toScanFeedback, wrongScanMessage } from '#pwa/features/samples/placing/scan-messages.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { type Identified, useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePeopleNames } from '#pwa/replica/hooks/use-places.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { createExclusive } from '#pwa/replica/store/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { logged, ScanLogRow } from '#pwa/scanning/scan-log.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan.ts';
import { type ScanFeedback, useVerdict } from '#pwa/scanning/use-verdict.ts';
import { DUE_HOURS, type DueHours, dueArg } from './due-hours.ts';

/** A check-out session as stored on this device. */
const CheckOutSession = z.object({
  purpose: CheckOutPurpose,
  due: z.enum(DUE_HOURS).default('12'),
  list: z.array(z.string()).nullable(),
  found: z.array(z.string()),
  /** The tube that the next badge scan hands over. */
  last: z.object({ id: z.string(), barcode: z.string() }).nullable(),
  /** The box that must be scanned a second time before all its samples are checked out. */
  box: z.string().nullable(),
  rows: z.array(ScanLogRow),
});
type CheckOutSession = z.infer<typeof CheckOutSession>;

export const EMPTY_CHECK_OUT: CheckOutSession = {
  purpose: 'BATCH',
  due: '12',
  list: null,
  found: [],
  last: null,
  box: null,
  rows: [],
};

/** The result of a scan at check-out: feedback alone, or with an operation. */
export interface CheckOutMove {
  change: Partial<CheckOutSession>;
  feedback: ScanFeedback | null;
  operation: (BenchCall & { done: string; code: string }) | null;
}

/** The data that a scan is evaluated against. */
export interface CheckOutFacts {
  userId: string;
  nameOf(userId: string | null): string;
  /** The number of samples in the scanned location. */
  sampleCount: number;
  repeat: boolean;
  /** True when the code was typed or selected instead of scanned. */
  typed: boolean;
}

const buildFeedback = (feedback: ScanFeedback, change: Partial<CheckOutSession> = {}): CheckOutMove => ({
  change,
  feedback,
  operation: null,
});

/**
 * Evaluate one scan: a sample is checked out, a box asks for a second scan, a badge takes over the sample
 * scanned before it.
 */
export function takeCheckOutScan(
  session: CheckOutSession,
  code: string,
  scannedItem: Identified,
  facts: CheckOutFacts,
): CheckOutMove {
  if (scannedItem.kind === 'sample') return takeSample(session, code, scannedItem.sample, facts);
  if (scannedItem.kind === 'container') return takeBox(session, scannedItem.container, facts);
  if (scannedItem.kind === 'person') {
    const { last } = session;
    if (!last)
      return buildFeedback({
        verdict: 'error',
        title: 'Scan the sample first, then the badge.',
        code: scannedItem.person.name,
      });
    return {
      change: { last: null, box: null },
      feedback: null,
      operation: {
        name: 'transfer-custody',
        args: { sampleId: last.id, toUserId: scannedItem.person.userId },
        done: `Now with ${scannedItem.person.name}`,
        code: last.barcode,
      },
    };
  }
  return buildFeedback(
    { verdict: 'error', title: wrongScanMessage(scannedItem, 'a sample or a box'), code },
    { box: null },
  );
}

function takeSample(
  session: CheckOutSession,
  code: string,
  sample: Sample,
  facts: CheckOutFacts,
): CheckOutMove {
  const last = { id: sample.id, barcode: sample.barcode };
  const codeField = { code: sample.barcode };
  if (sample.custodianUserId === facts.userId)
    return buildFeedback(
      {
        verdict: 'repeat',
        title: 'Already checked out to you.',
        ...codeField,
        detail: 'To hand it over, scan the badge of your colleague now.',
      },
      { last, box: null },
    );
  if (sample.custodianUserId !== null)
    return buildFeedback(
      {
        verdict: 'error',
        title: `Sample ${sample.barcode} is checked out to ${facts.nameOf(sample.custodianUserId)}.`,
        ...codeField,
        detail: 'If you take it over, scan your own badge now.',
      },
      { last, box: null },
    );
  const isListed =
    session.list === null || session.list.some((one) => one === sample.barcode || one === code);
  if (!isListed)
    return buildFeedback(
      {
        verdict: 'error',
        title: 'Not on the list.',
        ...codeField,
        detail: 'Nothing was checked out. Put it back, or remove the list.',
      },
      { last: null, box: null },
    );
  const listedCode = session.list?.find((one) => one === sample.barcode || one === code);
  return {
    change: { last, box: null, ...(listedCode ? { found: [...session.found, listedCode] } : {}) },
    feedback: null,
    operation: {
      name: 'check-out-sample',
      args: { sampleId: sample.id, purpose: session.purpose, ...dueArg(session.due), typed: facts.typed },
      done: 'Checked out to you',
      code: sample.barcode,
    },
  };
}

function takeBox(session: CheckOutSession, container: StorageManagement, facts: CheckOutFacts): CheckOutMove {
  if (!holdsPositions(container.type))
    return buildFeedback({ verdict: 'error', title: `Scan a box or a sample, not ${container.name}.` });
  if (facts.sampleCount === 0)
    return buildFeedback({ verdict: 'error', title: `${container.name} holds no samples.` });
  if (session.box !== container.id || facts.repeat)
    return buildFeedback(
      {
        verdict: 'warning',
        title: `Scan ${container.name} once more`,
        detail:
          facts.sampleCount === 1
            ? 'Then the one sample in it is checked out to you.'
            : `Then all ${facts.sampleCount} samples in it are checked out to you.`,
      },
      { box: container.id, last: null },
    );
  return {
    change: { box: null, last: null },
    feedback: null,
    operation: {
      name: 'check-out-container',
      args: { containerId: container.id, purpose: session.purpose, ...dueArg(session.due) },
      done: `${countOf(facts.sampleCount, 'sample')} of ${container.name} checked out to you`,
      code: container.barcode ?? container.name,
    },
  };
}

type ScanOrigin = Pick<CheckOutFacts, 'repeat' | 'typed'>;
const TYPED_ORIGIN: ScanOrigin = { repeat: false, typed: true };

/** Runs a check-out on this device: every scan gets feedback and a row in the list. */
export function useCheckOut() {
  const { actor } = useReplica();
  const sessionState = usePersistentState('check-out', EMPTY_CHECK_OUT, CheckOutSession);
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const nameOf = usePeopleNames();
  const runOperation = useCheckedOperation();
  const verdict = useVerdict();
  // A press and a scan are processed in sequence, so that each sees what the one before recorded.
  const [serialize] = useState(createExclusive);

  const take = async (scannedItem: Identified, code: string, origin: ScanOrigin): Promise<void> => {
    const sampleCount =
      scannedItem.kind === 'container' ? (await samplesIn(scannedItem.container.id)).length : 0;
    const facts = { userId: actor.userId, nameOf, sampleCount, ...origin };
    const move = takeCheckOutScan(sessionState.now(), code, scannedItem, facts);
    const result = move.operation && (await runOperation(move.operation.name, move.operation.args));
    const feedback =
      result && move.operation
        ? toScanFeedback(result, move.operation.done, move.operation.code)
        : move.feedback;
    if (!feedback) return;
    verdict.show(feedback);
    const done = result !== null && result.outcome !== 'REJECTED';
    const kind = { code: feedback.code ?? code, verdict: feedback.verdict, done };
    const text =
      move.operation && feedback.detail !== undefined
        ? joinSentences(feedback.title, feedback.detail)
        : feedback.title;
    const isRejected = result?.outcome === 'REJECTED';
    await sessionState.update((now) => ({
      ...now,
      ...(isRejected ? { box: null } : move.change),
      rows: logged(now.rows, { ...kind, text }),
    }));
  };
  const scanned = (scan: Scan): Promise<void> =>
    serialize(async () =>
      take(await identify(scan.code), scan.code, { repeat: scan.repeat, typed: scan.source === 'typed' }),
    );
  useScanWhenReady(scanned, sessionState.value !== undefined);
  return {
    session: sessionState.value,
    verdict,
    takeSample: (row: Sample) =>
      serialize(async () => take(await identify(row.barcode), row.barcode, TYPED_ORIGIN)),
    takeBox: (box: StorageManagement) =>
      serialize(async () => {
        // The press counts as the second scan that a whole box needs.
        await sessionState.update((now) => ({ ...now, box: box.id }));
        await take({ kind: 'container', container: box }, box.barcode ?? box.name, TYPED_ORIGIN);
      }),
    /** Add a hand-over by PIN to the list, as if a badge had been scanned. */
    recordHandover: async (result: OperationResult, done: string, code: string) => {
      const feedback = toScanFeedback(result, done, code);
      verdict.show(feedback);
      const text =
        feedback.detail === undefined ? feedback.title : joinSentences(feedback.title, feedback.detail);
      const row = { code, verdict: feedback.verdict, text, done: true };
      await sessionState.update((now) => ({ ...now, last: null, box: null, rows: logged(now.rows, row) }));
    },
    choosePurpose: (purpose: CheckOutPurpose) => sessionState.update((now) => ({ ...now, purpose })),
    chooseDue: (due: DueHours) => sessionState.update((now) => ({ ...now, due })),
    loadList: (list: string[]) => sessionState.update((now) => ({ ...now, list, found: [] })),
    removeList: () => sessionState.update((now) => ({ ...now, list: null, found: [] })),
    clear: () => sessionState.update((now) => ({ ...EMPTY_CHECK_OUT, purpose: now.purpose, due: now.due })),
  };
}
