import { useCallback, useState } from 'react';
import { ulid } from 'ulid';
import type { Sample } from '#db/samples/sample.ts';
import { isMostMissing } from '#db/storage/rack-scan-doubts.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-persistent-state.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { createExclusive } from '#pwa/replica/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { useScanWhenReady } from '#pwa/scanning/use-scan-when-ready.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { leftLabMessage } from './left-lab-message.ts';
import {
  type CountedItem,
  countScan,
  EMPTY_STOCK,
  expectedCount,
  findUncounted,
  StockSession,
} from './stock-take.ts';
import { toScanFeedback } from './to-scan-feedback.ts';
import type { FinishQuestion } from './use-finish-step.ts';
import { wrongScanMessage } from './wrong-scan-message.ts';

/** A stock-take of one location on this device: nothing is recorded until the user finishes it. */
export function useStockTake(question: FinishQuestion) {
  const sessionState = usePersistentState('stock-take', EMPTY_STOCK, StockSession);
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const runOperation = useCheckedOperation();
  const verdict = useVerdict();
  // Two presses, or a press and a scan, must record the count once.
  const [serialize] = useState(createExclusive);

  const start = async (container: StorageManagement): Promise<void> => {
    const expected = findUncounted(EMPTY_STOCK, await samplesIn(container.id)).length;
    const awaited = expected === 1 ? '1 sample is' : `${expected} samples are`;
    const detail = `${awaited} expected. Scan all that you find.`;
    verdict.show({ verdict: 'ok', title: container.name, detail });
    await sessionState.update(() => ({ containerId: container.id, counted: [] }));
  };
  const finish = async (container: StorageManagement): Promise<void> => {
    const session = sessionState.now();
    if (session.containerId !== container.id) return;
    const missing = findUncounted(session, await samplesIn(container.id)).map((one) => one.id);
    const scannedContent = session.counted.map(({ code, decision, position }) => ({
      barcode: code,
      decision,
      position,
    }));
    const result = await runOperation('take-stock', {
      containerId: container.id,
      bulkId: ulid(),
      found: scannedContent,
      missing,
    });
    const hereCount = session.counted.filter((one) => one.finding === 'HERE').length;
    const done = `${container.name} counted: ${hereCount} here, ${missing.length} missing`;
    verdict.show(toScanFeedback(result, done, container.barcode ?? container.name));
    if (result.outcome !== 'REJECTED') await sessionState.clear();
  };
  /** Record the count after confirmation; asks again if more than half would be marked missing. */
  const agree = async (container: StorageManagement): Promise<void> => {
    const containerSamples = await samplesIn(container.id);
    const many = isMostMissing(
      findUncounted(sessionState.now(), containerSamples).length,
      expectedCount(containerSamples),
    );
    if (question.now() === 'FINISH' && many) return question.set('MISSING');
    question.set('NONE');
    await finish(container);
  };
  const take = async (scan: Scan): Promise<void> => {
    const scannedContent = await identify(scan.code);
    const session = sessionState.now();
    const container = session.containerId ? places?.byId.get(session.containerId) : undefined;
    if (!container) {
      if (scannedContent.kind === 'container') return start(scannedContent.container);
      return verdict.show({
        verdict: 'error',
        title: wrongScanMessage(scannedContent, 'the place to count'),
        code: scan.code,
      });
    }
    if (scannedContent.kind === 'container') {
      if (scannedContent.container.id === container.id && !scan.repeat) {
        // A first scan of the location asks, a second one confirms, so that the user need not put the scanner
        // down.
        return question.now() === 'NONE' ? question.set('FINISH') : agree(container);
      }
      if (scannedContent.container.id !== container.id)
        verdict.show({
          verdict: 'error',
          title: `Finish ${container.name} first.`,
          code: scannedContent.container.name,
        });
      return;
    }
    question.set('NONE');
    const placeOf = (one: { storageLocationId: string | null; storagePosition: string | null }) =>
      places?.text(one.storageLocationId, one.storagePosition) ?? '';
    const getLeftLabMessage = (one: Sample) => leftLabMessage(one, places);
    const countResult = countScan(session, container, scan.code, scannedContent, placeOf, getLeftLabMessage);
    verdict.show(countResult.feedback);
    await sessionState.update(() => countResult.session);
  };
  useScanWhenReady(
    (scan: Scan) => serialize(() => take(scan)),
    sessionState.value !== undefined && places !== undefined,
  );
  const { update } = sessionState;
  const decide = useCallback(
    (code: string, change: Partial<Pick<CountedItem, 'decision' | 'position'>>) =>
      update((now) => ({
        ...now,
        counted: now.counted.map((one) => (one.code === code ? { ...one, ...change } : one)),
      })),
    [update],
  );
  return {
    session: sessionState.value,
    places,
    verdict,
    start,
    drop: () => sessionState.clear(),
    decide,
    agree: (container: StorageManagement) => serialize(() => agree(container)),
  };
}
