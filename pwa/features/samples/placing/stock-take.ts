import { useCallback, useState } from 'react';
import { ulid } from 'ulid';
import { z } from 'zod';
import type { Sample } from '#db/samples/sample.ts';
import { isMostMissing } from '#db/storage/rack-scan-diff.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { type Identified, useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import { createExclusive } from '#pwa/replica/store/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { useScanWhenReady } from '#pwa/scanning/use-scan.ts';
import { type ScanFeedback, useVerdict } from '#pwa/scanning/use-verdict.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import type { FinishQuestion } from './finish-or-start-over.tsx';
import { LAY_ASIDE, leftLabMessage, toScanFeedback, wrongScanMessage } from './scan-messages.ts';

const FINDINGS = ['HERE', 'ELSEWHERE', 'NO_PLACE', 'GONE', 'UNKNOWN'] as const;

const CountedItem = z.object({
  code: z.string(),
  sampleId: z.string().nullable(),
  finding: z.enum(FINDINGS),
  /** The recorded location as text. */
  recorded: z.string(),
  decision: z.enum(['HERE', 'ACCEPT_MOVE', 'LEAVE']),
  position: z.string().nullable(),
});
export type CountedItem = z.infer<typeof CountedItem>;

/** A stock-take as stored on this device. */
export const StockSession = z.object({ containerId: z.string().nullable(), counted: z.array(CountedItem) });
export type StockSession = z.infer<typeof StockSession>;
export const EMPTY_STOCK: StockSession = { containerId: null, counted: [] };

/** Wording of each finding; a tube in the wrong location has a color of its own. */
export const FINDING_DISPLAY: Record<CountedItem['finding'], { label: string; tone: Tone }> = {
  HERE: { label: 'Here', tone: 'success' },
  ELSEWHERE: { label: 'Elsewhere', tone: 'hold' },
  NO_PLACE: { label: 'No location', tone: 'warning' },
  GONE: { label: 'Left the lab', tone: 'danger' },
  UNKNOWN: { label: 'Unknown code', tone: 'danger' },
};

/**
 * Evaluate one scan of the count: here, recorded elsewhere, without a location, gone, unknown, or already
 * counted.
 */
export function countScan(
  session: StockSession,
  container: StorageManagement,
  code: string,
  scannedItem: Identified,
  placeOf: (sample: Sample) => string,
  getLeftLabMessage: (sample: Sample) => string | null = () => null,
): { session: StockSession; feedback: ScanFeedback } {
  const sample = scannedItem.kind === 'sample' ? scannedItem.sample : null;
  const name = sample?.barcode ?? code;
  const existingItem = session.counted.find((one) =>
    sample ? one.sampleId === sample.id : one.sampleId === null && one.code === code,
  );
  if (existingItem)
    return { session, feedback: { verdict: 'repeat', title: 'Already counted.', code: name } };
  const add = (
    one: Omit<CountedItem, 'code' | 'sampleId' | 'position'>,
    feedback: Omit<ScanFeedback, 'code'>,
  ) => ({
    session: {
      ...session,
      counted: [...session.counted, { code: name, sampleId: sample?.id ?? null, position: null, ...one }],
    },
    feedback: { ...feedback, code: name },
  });
  if (!sample)
    return add(
      { finding: 'UNKNOWN', recorded: '', decision: 'LEAVE' },
      { verdict: 'error', title: 'Unknown code', detail: 'Recorded in the list of this count.' },
    );
  const leftLabText = getLeftLabMessage(sample);
  if (leftLabText !== null)
    return add(
      { finding: 'GONE', recorded: placeOf(sample), decision: 'LEAVE' },
      { verdict: 'error', title: leftLabText, detail: LAY_ASIDE },
    );
  if (sample.storageLocationId === container.id) return add(buildHereItem(sample), buildHereFeedback(sample));
  if (sample.storageLocationId === null)
    return add(
      { finding: 'NO_PLACE', recorded: 'no location', decision: 'ACCEPT_MOVE' },
      {
        verdict: 'warning',
        title: 'No location recorded',
        detail: `Will be recorded in ${container.name}.`,
      },
    );
  return add(
    { finding: 'ELSEWHERE', recorded: placeOf(sample), decision: 'LEAVE' },
    {
      verdict: 'warning',
      title: 'Recorded elsewhere',
      detail: `${placeOf(sample)}. Accept it in the list, or put it back there.`,
    },
  );
}

const isOut = ({ custodianUserId }: Sample): boolean => custodianUserId !== null;

const buildHereItem = (sample: Sample) => ({
  finding: 'HERE' as const,
  recorded: [sample.storagePosition, isOut(sample) && 'comes back'].filter(Boolean).join(', '),
  decision: 'HERE' as const,
});

/** The recorded location; a tube that is checked out by record comes back with this count. */
const buildHereFeedback = (sample: Sample): Omit<ScanFeedback, 'code'> => ({
  verdict: 'ok',
  title: `Here${sample.storagePosition ? `, ${sample.storagePosition}` : ''}`,
  ...(isOut(sample) ? { detail: 'Was checked out. This count records its return.' } : {}),
});

/** List samples that are recorded here, not checked out, and not counted. */
export function findUncounted(session: StockSession, containerSamples: readonly Sample[]): Sample[] {
  const countedIds = new Set(session.counted.map((one) => one.sampleId));
  return containerSamples.filter((one) => one.custodianUserId === null && !countedIds.has(one.id));
}

/** Count the tubes that a location should hold; checked-out ones are not expected. */
export const expectedCount = (containerSamples: readonly Sample[]): number =>
  containerSamples.filter((one) => !isOut(one)).length;

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
        title: wrongScanMessage(scannedContent, 'the location to count'),
        code: scan.code,
      });
    }
    if (scannedContent.kind === 'container') {
      if (scannedContent.container.id === container.id && !scan.repeat) {
        // A first scan of the location asks, a second one confirms, so that the user need not put the scanner
        // down.
        return question.now() === 'NONE' ? question.set('FINISH') : agree(container);
      }
      return scannedContent.container.id === container.id
        ? verdict.show({
            verdict: 'repeat',
            title: 'Scanned twice.',
            code: scan.code,
            detail: `Scan ${container.name} again to finish.`,
          })
        : verdict.show({
            verdict: 'error',
            title: `Finish ${container.name} first.`,
            code: scannedContent.container.name,
          });
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
