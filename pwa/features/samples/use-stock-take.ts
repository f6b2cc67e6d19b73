import { useCallback, useState } from 'react';
import { ulid } from 'ulid';
import type { Sample } from '#db/samples/sample.ts';
import { isMostMissing } from '#db/storage/rack-scan-doubts.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useAct } from '#pwa/replica/hooks/use-act.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { useKept } from '#pwa/replica/hooks/use-kept.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { createExclusive } from '#pwa/replica/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { useScanWhenReady } from '#pwa/scanning/use-scan-when-ready.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { goneText } from './gone.ts';
import { outcomeSaid } from './outcome-said.ts';
import {
  type Counted,
  countScan,
  EMPTY_STOCK,
  expectedCount,
  notCounted,
  StockSession,
} from './stock-take.ts';
import type { FinishQuestion } from './use-finish-step.ts';
import { whatElse } from './what-else.ts';

/** A count of one place on this device: nothing is recorded until the person finishes it. */
export function useStockTake(question: FinishQuestion) {
  const kept = useKept('stock-take', EMPTY_STOCK, StockSession);
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const act = useAct();
  const verdict = useVerdict();
  // Two presses, or a press and a scan, record the count once.
  const [inTurn] = useState(createExclusive);

  const start = async (container: StorageManagement): Promise<void> => {
    const expected = notCounted(EMPTY_STOCK, await samplesIn(container.id)).length;
    const awaited = expected === 1 ? '1 sample is' : `${expected} samples are`;
    const detail = `${awaited} expected. Scan all that you find.`;
    verdict.say({ verdict: 'ok', title: container.name, detail });
    await kept.update(() => ({ containerId: container.id, counted: [] }));
  };
  const finish = async (container: StorageManagement): Promise<void> => {
    const session = kept.now();
    if (session.containerId !== container.id) return;
    const missing = notCounted(session, await samplesIn(container.id)).map((one) => one.id);
    const found = session.counted.map(({ code, decision, position }) => ({
      barcode: code,
      decision,
      position,
    }));
    const result = await act('take-stock', { containerId: container.id, bulkId: ulid(), found, missing });
    const here = session.counted.filter((one) => one.finding === 'HERE').length;
    const done = `${container.name} counted: ${here} here, ${missing.length} missing`;
    verdict.say(outcomeSaid(result, done, container.barcode ?? container.name));
    if (result.outcome !== 'REJECTED') await kept.clear();
  };
  /** The answer yes: recorded, unless more than half would be lost and nobody was asked about that yet. */
  const agree = async (container: StorageManagement): Promise<void> => {
    const stored = await samplesIn(container.id);
    const many = isMostMissing(notCounted(kept.now(), stored).length, expectedCount(stored));
    if (question.now() === 'FINISH' && many) return question.set('MISSING');
    question.set('NONE');
    await finish(container);
  };
  const take = async (scan: Scan): Promise<void> => {
    const found = await identify(scan.code);
    const session = kept.now();
    const container = session.containerId ? places?.byId.get(session.containerId) : undefined;
    if (!container) {
      if (found.kind === 'container') return start(found.container);
      return verdict.say({ verdict: 'error', title: whatElse(found, 'the place to count'), code: scan.code });
    }
    if (found.kind === 'container') {
      if (found.container.id === container.id && !scan.repeat) {
        // Scanned once it asks, scanned again it is the answer: no hand leaves the scanner.
        return question.now() === 'NONE' ? question.set('FINISH') : agree(container);
      }
      if (found.container.id !== container.id)
        verdict.say({
          verdict: 'error',
          title: `Finish ${container.name} first.`,
          code: found.container.name,
        });
      return;
    }
    question.set('NONE');
    const placeOf = (one: { storageLocationId: string | null; storagePosition: string | null }) =>
      places?.text(one.storageLocationId, one.storagePosition) ?? '';
    const goneOf = (one: Sample) => goneText(one, places);
    const said = countScan(session, container, scan.code, found, placeOf, goneOf);
    verdict.say(said.say);
    await kept.update(() => said.session);
  };
  useScanWhenReady(
    (scan: Scan) => inTurn(() => take(scan)),
    kept.value !== undefined && places !== undefined,
  );
  const { update } = kept;
  const decide = useCallback(
    (code: string, change: Partial<Pick<Counted, 'decision' | 'position'>>) =>
      update((now) => ({
        ...now,
        counted: now.counted.map((one) => (one.code === code ? { ...one, ...change } : one)),
      })),
    [update],
  );
  return {
    session: kept.value,
    places,
    verdict,
    start,
    drop: () => kept.clear(),
    decide,
    agree: (container: StorageManagement) => inTurn(() => agree(container)),
  };
}
