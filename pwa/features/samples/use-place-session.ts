import { useCallback, useState } from 'react';
import { z } from 'zod';
import type { Sample } from '#db/samples/sample.ts';
import { spellPosition } from '#db/values/box-position.ts';
import { useAct } from '#pwa/replica/hooks/use-act.ts';
import { useIdentify, useReadSamplesIn } from '#pwa/replica/hooks/use-identify.ts';
import { useKept } from '#pwa/replica/hooks/use-kept.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { createExclusive } from '#pwa/replica/mutex.ts';
import type { Scan } from '#pwa/scanning/scan-bus.ts';
import { logged, ScanLogRow } from '#pwa/scanning/scan-log.tsx';
import { useScanWhenReady } from '#pwa/scanning/use-scan-when-ready.ts';
import { useVerdict } from '#pwa/scanning/use-verdict.ts';
import { type Arrival, useArrival } from './arrival.ts';
import { goneText } from './gone.ts';
import { outcomeSaid } from './outcome-said.ts';
import {
  LastPlacing,
  type PlaceInput,
  type PlaceMove,
  PlaceStep,
  type PositionChoice,
  swapMove,
  takePlaceInput,
} from './place-steps.ts';
import { volumeAct, volumeProblem, withVolume } from './volume-now.ts';
import { whatElse } from './what-else.ts';

const Session = z.object({
  choice: z.enum(['AUTO', 'CHOOSE']),
  state: PlaceStep,
  /** The volume that was read off the tube in the hand; empty when it was not looked at. */
  volume: z.string().max(20).default(''),
  rows: z.array(ScanLogRow),
  last: LastPlacing.nullable().default(null),
});
const EMPTY: z.infer<typeof Session> = {
  choice: 'AUTO',
  state: { step: 'SAMPLE' },
  volume: '',
  rows: [],
  last: null,
};
const POSITION = /^[A-Z]0*[1-9]\d?$/;

const stepKey = (state: PlaceStep): string =>
  state.step === 'SAMPLE' ? state.step : `${state.step} ${state.tube.id}`;

/** The placing that an act recorded; null when it names no place. */
const lastPlacingOf = (args: unknown): LastPlacing | null => LastPlacing.safeParse(args).data ?? null;

/** The sequence sample → place → next on this device: scans go in, acts of the lab come out. */
export function usePlaceSession(returning: boolean, arrival?: Arrival) {
  const kept = useKept(returning ? 'check-in' : 'move-sample', EMPTY, Session);
  const places = usePlaces();
  const identify = useIdentify();
  const samplesIn = useReadSamplesIn();
  const act = useAct();
  const verdict = useVerdict();
  const [busy, setBusy] = useState(false);
  // A press and a scan are judged one after the other: by what the one before them recorded.
  const [inTurn] = useState(createExclusive);

  const sampleInput = (sample: Sample, typed: boolean): PlaceInput => {
    const placeText = places?.text(sample.storageLocationId, sample.storagePosition) ?? 'no place';
    return { kind: 'sample', sample, placeText, typed };
  };
  const inputOf = async ({ code, source }: Scan): Promise<PlaceInput> => {
    const typed = source === 'typed';
    const { state } = kept.now();
    const open = state.step === 'POSITION' ? places?.byId.get(state.containerId) : undefined;
    if (open && POSITION.test(code)) {
      const position = spellPosition(code);
      return { kind: 'position', position, container: open, stored: await samplesIn(open.id) };
    }
    const found = await identify(code);
    const gone = found.kind === 'sample' ? goneText(found.sample, places) : null;
    if (gone !== null) return { kind: 'wrong', code, what: gone };
    if (found.kind === 'sample') return sampleInput(found.sample, typed);
    if (found.kind === 'container') {
      const { container } = found;
      return { kind: 'container', container, stored: await samplesIn(container.id), typed };
    }
    return { kind: 'wrong', code, what: whatElse(found, 'a sample or a place') };
  };
  const follow = async (move: PlaceMove): Promise<void> => {
    const before = kept.now();
    const { state } = before;
    const barcode = state.step === 'SAMPLE' ? '' : state.tube.barcode;
    if (!move.act) {
      if (move.say) verdict.say(move.say);
      // Most answers leave the step as it is: then nothing is written, and the answer is on the screen sooner.
      if (move.next !== state) await kept.update((now) => ({ ...now, state: move.next }));
      return;
    }
    const wrong = volumeProblem(before.volume);
    if (wrong) return verdict.say({ verdict: 'error', title: wrong, code: barcode });
    setBusy(true);
    const result = await act(move.act.name, move.act.args).finally(() => setBusy(false));
    const refused = result.outcome === 'REJECTED';
    const measured = refused ? null : volumeAct(state, before.volume);
    const booked = measured && (await act(measured.name, measured.args));
    const said = withVolume(outcomeSaid(result, move.act.done, barcode), booked, before.volume);
    verdict.say(said);
    // A refused placing leaves the tube in the hand, so its place is asked for again.
    const again: PlaceStep = state.step === 'SAMPLE' ? state : { step: 'PLACE', tube: state.tube };
    const text =
      said.verdict === 'error' || said.detail === undefined ? said.title : `${said.title}. ${said.detail}`;
    await kept.update((now) => ({
      ...now,
      state: refused ? again : move.next,
      volume: refused ? now.volume : '',
      last: refused ? now.last : lastPlacingOf(move.act?.args),
      rows: logged(now.rows, { code: barcode, verdict: said.verdict, text }),
    }));
  };
  const give = async (input: PlaceInput): Promise<void> => {
    const { state, choice, last, volume } = kept.now();
    // A volume that was read meanwhile is worth a second placing.
    await follow(takePlaceInput(state, input, { choice, returning, last: volume === '' ? last : null }));
  };
  /** A press is about the step that the person saw: when a scan went on meanwhile, it does nothing. */
  const press = (work: (state: PlaceStep) => Promise<void>): Promise<void> => {
    const seen = stepKey(kept.now().state);
    return inTurn(async () => {
      const { state } = kept.now();
      if (stepKey(state) === seen) await work(state);
    });
  };
  const ready = kept.value !== undefined && places !== undefined;
  useScanWhenReady((scan: Scan) => inTurn(async () => give(await inputOf(scan))), ready);
  useArrival(arrival, ready, (row) => inTurn(() => give(sampleInput(row, true))));
  return {
    session: kept.value,
    places,
    verdict,
    busy,
    cancel: () =>
      press(async () => {
        verdict.forget();
        await kept.update((now) => ({ ...now, state: { step: 'SAMPLE' }, volume: '' }));
      }),
    put: (containerId: string, position: string | null) =>
      press(async () => {
        const container = places?.byId.get(containerId);
        if (!container) return;
        const stored = await samplesIn(containerId);
        await give(
          position === null
            ? { kind: 'container', container, stored, typed: true }
            : { kind: 'position', position, container, stored },
        );
      }),
    swap: () =>
      press(async (state) => {
        if (state.step === 'OCCUPIED' || state.step === 'DISPLACE') await follow(swapMove(state));
      }),
    displace: () =>
      press(() =>
        kept.update((now) =>
          now.state.step === 'OCCUPIED' ? { ...now, state: { ...now.state, step: 'DISPLACE' } } : now,
        ),
      ),
    setVolume: (volume: string) => kept.update((now) => ({ ...now, volume })),
    choose: (choice: PositionChoice) => kept.update((now) => ({ ...now, choice })),
    clear: useCallback(() => kept.clear(), [kept.clear]),
  };
}
