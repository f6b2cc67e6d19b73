import { useState } from 'react';
import type { CheckOutPurpose } from '#db/samples/check-out-purpose.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { type Identified, useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-persistent-state.ts';
import { usePeopleNames } from '#pwa/replica/hooks/use-places.ts';
import { createExclusive } from '#pwa/replica/mutex.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { logged } from '#pwa/scanning/scan-log.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan-when-ready.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { type CheckOutFacts, CheckOutSession, EMPTY_CHECK_OUT, takeCheckOutScan } from './check-out-steps.ts';
import type { DueHours } from './due-hours.ts';
import { toScanFeedback } from './to-scan-feedback.ts';

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
        ? `${feedback.title}. ${feedback.detail}`
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
      const text = feedback.detail === undefined ? feedback.title : `${feedback.title}. ${feedback.detail}`;
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
