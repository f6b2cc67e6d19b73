import { useCallback, useState } from 'react';
import { z } from 'zod';
import type { Sample } from '#db/samples/sample.ts';
import { spellPosition } from '#db/values/box-position.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { usePersistentState } from '#pwa/replica/hooks/use-stored-draft.ts';
import { createExclusive } from '#pwa/replica/store/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { logged, ScanLogRow } from '#pwa/scanning/scan-log.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { type DeepLink, useDeepLink } from './deep-link.ts';
import {
  LastPlacing,
  type PlaceInput,
  type PlaceMove,
  PlaceStep,
  type PositionChoice,
} from './place-step.ts';
import { planSwap, takePlaceInput } from './place-steps.ts';
import { leftLabMessage, toScanFeedback, wrongScanMessage } from './scan-messages.ts';
import { buildVolumeCall, volumeProblem, withVolume } from './volume-field.tsx';

const Session = z.object({
  choice: z.enum(['AUTO', 'CHOOSE']),
  state: PlaceStep,
  /** The volume that was read off the scanned tube; empty when nobody checked. */
  volume: z.string().max(20).default(''),
  rows: z.array(ScanLogRow),
  last: LastPlacing.nullable().default(null),
  /** The box that was scanned before its tubes. */
  boxId: z.string().nullable().default(null),
});
const EMPTY: z.infer<typeof Session> = {
  choice: 'AUTO',
  state: { step: 'SAMPLE' },
  volume: '',
  rows: [],
  last: null,
  boxId: null,
};
const POSITION = /^[A-Z]0*[1-9]\d?$/;

const stepKey = (state: PlaceStep): string =>
  state.step === 'SAMPLE' ? state.step : `${state.step} ${state.tube.id}`;

/** The placement that an operation recorded; null when it names no location. */
const lastPlacingOf = (args: unknown): LastPlacing | null => LastPlacing.safeParse(args).data ?? null;

/** Runs the sequence sample → location → next on this device: scans in, operations out. */
export function usePlaceSession(returning: boolean, deepLink?: DeepLink) {
  const sessionState = usePersistentState(returning ? 'check-in' : 'move-sample', EMPTY, Session);
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const runOperation = useCheckedOperation();
  const verdict = useVerdict();
  const [busy, setBusy] = useState(false);
  // A press and a scan are processed in sequence, so that each sees what the one before recorded.
  const [serialize] = useState(createExclusive);

  const sampleInput = (sample: Sample, typed: boolean, repeat = false): PlaceInput => {
    const placeText = places?.text(sample.storageLocationId, sample.storagePosition) ?? 'no location';
    return { kind: 'sample', sample, placeText, typed, repeat };
  };
  const inputOf = async ({ code, source, repeat }: Scan): Promise<PlaceInput> => {
    const typed = source === 'typed';
    const { state } = sessionState.now();
    const open = state.step === 'POSITION' ? places?.byId.get(state.containerId) : undefined;
    if (open && POSITION.test(code)) {
      const position = spellPosition(code);
      return { kind: 'position', position, container: open, containerSamples: await samplesIn(open.id) };
    }
    const scannedItem = await identify(code);
    const leftLabText = scannedItem.kind === 'sample' ? leftLabMessage(scannedItem.sample, places) : null;
    if (leftLabText !== null) return { kind: 'wrong', code, message: leftLabText };
    if (scannedItem.kind === 'sample') return sampleInput(scannedItem.sample, typed, repeat);
    if (scannedItem.kind === 'container') {
      const { container } = scannedItem;
      return { kind: 'container', container, containerSamples: await samplesIn(container.id), typed, repeat };
    }
    return { kind: 'wrong', code, message: wrongScanMessage(scannedItem, 'a sample or a location') };
  };
  /** `tube` is the scanned one where a box was scanned before it. */
  const applyMove = async (move: PlaceMove, tube: Sample | null = null): Promise<void> => {
    const before = sessionState.now();
    const { state } = before;
    const barcode = state.step === 'SAMPLE' ? (tube?.barcode ?? '') : state.tube.barcode;
    if (!move.operation) {
      if (move.feedback) verdict.show(move.feedback);
      // Most feedback keeps the state: skipping the write shows the feedback sooner.
      const boxId = move.boxId === undefined ? before.boxId : move.boxId;
      if (move.next !== state || boxId !== before.boxId)
        await sessionState.update((now) => ({ ...now, state: move.next, boxId }));
      return;
    }
    const wrong = volumeProblem(before.volume);
    if (wrong) return verdict.show({ verdict: 'error', title: wrong, code: barcode });
    setBusy(true);
    const result = await runOperation(move.operation.name, move.operation.args).finally(() => setBusy(false));
    const isRejected = result.outcome === 'REJECTED';
    const measured = isRejected ? null : buildVolumeCall(state, before.volume);
    const booked = measured && (await runOperation(measured.name, measured.args));
    const feedback = withVolume(toScanFeedback(result, move.operation.done, barcode), booked, before.volume);
    verdict.show(feedback);
    // A refused placement keeps the tube as the current one, so its location is asked for again.
    const retryStep: PlaceStep = state.step === 'SAMPLE' ? state : { step: 'PLACE', tube: state.tube };
    const text =
      feedback.verdict === 'error' || feedback.detail === undefined
        ? feedback.title
        : joinSentences(feedback.title, feedback.detail);
    await sessionState.update((now) => ({
      ...now,
      state: isRejected ? retryStep : move.next,
      volume: isRejected ? now.volume : '',
      last: isRejected ? now.last : lastPlacingOf(move.operation?.args),
      rows: logged(now.rows, { code: barcode, verdict: feedback.verdict, text }),
    }));
  };
  const handleInput = async (input: PlaceInput): Promise<void> => {
    const { state, choice, last, volume, boxId } = sessionState.now();
    const container = boxId === null ? undefined : places?.byId.get(boxId);
    const needsBox = container && state.step === 'SAMPLE' && input.kind !== 'wrong';
    const box = needsBox ? { container, containerSamples: await samplesIn(container.id) } : null;
    // A newly entered volume justifies a second placement.
    const rules = { choice, returning, last: volume === '' ? last : null, box };
    await applyMove(takePlaceInput(state, input, rules), input.kind === 'sample' ? input.sample : null);
  };
  /**
   * A press applies to the state that the user saw: if a scan has changed it since, the press does nothing.
   */
  const press = (work: (state: PlaceStep) => Promise<void>): Promise<void> => {
    const initialStep = stepKey(sessionState.now().state);
    return serialize(async () => {
      const { state } = sessionState.now();
      if (stepKey(state) === initialStep) await work(state);
    });
  };
  const ready = sessionState.value !== undefined && places !== undefined;
  useScanWhenReady((scan: Scan) => serialize(async () => handleInput(await inputOf(scan))), ready);
  useDeepLink(deepLink, ready, (row) => serialize(() => handleInput(sampleInput(row, true))));
  return {
    session: sessionState.value,
    places,
    verdict,
    busy,
    cancel: () =>
      press(async () => {
        verdict.forget();
        await sessionState.update((now) => ({
          ...now,
          state: { step: 'SAMPLE' },
          volume: '',
          boxId: now.state.step === 'SAMPLE' ? null : now.boxId,
        }));
      }),
    place: (containerId: string, position: string | null) =>
      press(async () => {
        const container = places?.byId.get(containerId);
        if (!container) return;
        const containerSamples = await samplesIn(containerId);
        await handleInput(
          position === null
            ? { kind: 'container', container, containerSamples, typed: true }
            : { kind: 'position', position, container, containerSamples },
        );
      }),
    swap: () =>
      press(async (state) => {
        if (state.step === 'OCCUPIED' || state.step === 'DISPLACE') await applyMove(planSwap(state));
      }),
    displace: () =>
      press(() =>
        sessionState.update((now) =>
          now.state.step === 'OCCUPIED' ? { ...now, state: { ...now.state, step: 'DISPLACE' } } : now,
        ),
      ),
    setVolume: (volume: string) => sessionState.update((now) => ({ ...now, volume })),
    choose: (choice: PositionChoice) => sessionState.update((now) => ({ ...now, choice })),
    clear: useCallback(() => sessionState.clear(), [sessionState.clear]),
  };
}
