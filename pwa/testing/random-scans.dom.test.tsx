import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { operationNamed } from '#db/operations.ts';
import { sample } from '#db/samples/sample.ts';
import { useBatchView } from '#pwa/features/batches/batch-page.tsx';
import { PlateEditor } from '#pwa/features/batches/layout/plate-editor.tsx';
import { rowOf } from '#pwa/replica/store/document.ts';
import { ModelServer } from './model-server.ts';
import {
  all,
  answered,
  type BenchAction,
  type BenchRun,
  type BenchScreen,
  type BenchStep,
  benchRuns,
  green,
  names,
  playBench,
  requireBench,
  text,
} from './random-bench.tsx';
import {
  openBulkMove,
  openCheckOut,
  openContainerMove,
  openPlaceStation,
  openReRack,
  openStockTake,
} from './random-storage.tsx';
import { currentValue, openScannedSection, renderSection } from './section-screen.tsx';
import { openDevice, readShown, syncOnce } from './simulated-device.ts';
import { showPage } from './storage-screen.tsx';

// Every run plays a short set; `npm run test:chaos -- --scans --runs 300 --seed 7` plays more. A failure
// prints seed and path.
const RUNS = Number(process.env['CHAOS_RUNS'] ?? 4);
const SEED = Number(process.env['CHAOS_SEED'] ?? 20_261_122);
const PATH = process.env['CHAOS_PATH'];

/** Return a code's name in the record: a lot by its number. */
const recordedName = (code: string): string => code.replace(/^LOT-/, '');

async function openSectionScreen(): Promise<BenchScreen> {
  const { bench } = await openScannedSection();
  const WELLS: Record<string, string> = { A1: 's1', B1: 's2' };
  const TUBES: Record<string, string> = { s1: 'W26325-0001-01', s2: 'W26325-0002-01' };
  const PLACES = [
    ['index', 's1'],
    ['index', 's2'],
    ['enzyme', 's1'],
    ['enzyme', 's2'],
    ['kit', null],
  ] as const;
  const fieldOf = (code: string) => (/^(LOT-)?E\d/.test(code) ? 'enzyme' : 'index');
  /** The values at each place after the previous action, and whether a question about them was open. */
  const before = new Map<string, string>();
  let isQuestionOpen = false;
  const requireQuestion = async (step: BenchStep): Promise<void> => {
    for (const [fieldId, id] of PLACES) {
      const [was, current] = [before.get(`${fieldId} ${id}`) ?? '', await currentValue(bench, fieldId, id)];
      requireBench(
        was === '' || was === current || isQuestionOpen,
        `${current} replaced ${was} without a question.`,
        step,
      );
      before.set(`${fieldId} ${id}`, current);
    }
    isQuestionOpen = document.querySelector('[role=dialog]') !== null;
  };
  const remarkOf = (id: string): string =>
    document.querySelector<HTMLInputElement>(`[aria-label="Remark of ${TUBES[id]}"]`)?.value ?? '';
  const remarksBefore = new Map<string, string>();
  let scansBefore = 0;
  /**
   * Check that a text is answered where it was typed: it is saved there without a letter of this step's scan.
   */
  const requireSavedText = (args: Record<string, unknown>, step: BenchStep): void => {
    const [id, value] = [text(args['sampleId']), text(args['value'])];
    const isSaved = document.body.textContent.includes('saved on this device');
    requireBench(
      remarkOf(id) === value && isSaved,
      `Remark ${value} is recorded and not shown as saved.`,
      step,
    );
    const isScan = step.scanned.length > scansBefore && value !== remarksBefore.get(id);
    requireBench(!isScan, `${value} was written by a scan where no code belongs.`, step);
  };
  const check = async (step: BenchStep): Promise<void> => {
    await requireQuestion(step);
    for (const { args } of step.recorded) {
      const code = text(args['value']).replace(/^lot-/, 'LOT-');
      if (!['index', 'kit', 'enzyme'].includes(text(args['fieldId']))) {
        requireSavedText(args, step);
        continue;
      }
      const isTyped = args['inputMethod'] === 'TYPED';
      requireBench(isTyped || step.scanned.includes(code), `${code} was never scanned whole.`, step);
      const isAnswered = answered(step).some((one) => one.text.includes(code));
      requireBench(isAnswered, `${code} was recorded without an answer.`, step);
    }
    for (const id of Object.keys(TUBES)) remarksBefore.set(id, remarkOf(id));
    scansBefore = step.scanned.length;
    const placement = /^(\S+) in (\S+)( \||$)/.exec(green(step) ?? '');
    const kit = /^Kit: (\S+)/.exec(green(step) ?? '') ?? /^(\S+) in Kit/.exec(green(step) ?? '');
    if (kit?.[1])
      requireBench((await currentValue(bench, 'kit', null)) === kit[1], `Kit is not ${kit[1]}.`, step);
    else if (placement?.[1] && placement[2]) {
      const current = await currentValue(bench, fieldOf(placement[1]), WELLS[placement[2]] ?? '');
      requireBench(
        current === recordedName(placement[1]),
        `${placement[2]} has ${current}, not ${placement[1]}.`,
        step,
      );
    }
    for (const [id, tube] of Object.entries(TUBES))
      for (const [fieldId, label] of [
        ['index', 'Index'],
        ['enzyme', 'Enzyme'],
      ] as const) {
        const input = document.querySelector<HTMLInputElement>(`[aria-label="${label} of ${tube}"]`);
        if (!input || input === document.activeElement || input.getAttribute('aria-invalid') === 'true')
          continue;
        const current = await currentValue(bench, fieldId, id);
        requireBench(
          recordedName(input.value) === current,
          `${label} of ${tube} shows ${input.value}, not ${current}.`,
          step,
        );
      }
  };
  return {
    bench,
    codes: ['NBA101', 'NBA102', 'NBA103', 'LOT-E1', 'LOT-E2'],
    show: (bus) => renderSection(bench, bus),
    isShown: () => document.querySelector('[role=grid]') !== null,
    controls: () => [
      ...all('input[data-cell]').filter(names(/^(Index|Enzyme|Remark) of W26325-0001/)),
      ...all('input[data-cell]').filter(names(/^Index of W26325-0002/)),
      ...all('input[placeholder="Scan or type"]'),
      ...all('input[data-scan-field]'),
      ...all('[role=dialog] button').filter(names(/^(Keep|Replace) /)),
    ],
    check,
  };
}

function Plate() {
  const view = useBatchView('batch-1');
  return view && <PlateEditor view={view} />;
}

let plates = 0;

async function openPlate(): Promise<BenchScreen> {
  const server = new ModelServer(operationNamed);
  const lab = buildBatchWorld({ procedure: { negativeControls: 1 } });
  for (const entity of CATALOGUE) for (const row of lab.all(entity)) server.world.putRow(entity, row);
  server.commit();
  const bench = await openDevice({ name: `random-plate-${plates++}`, actor: ANN, send: server.sendAs(ANN) });
  await syncOnce(bench);
  const draft = { key: 'plate-selection:batch-1', value: ['s1', 's2', 's3'] };
  await bench.store.side.drafts.put({ ...draft, updatedAt: new Date().toISOString() });
  const wellOf = async (tube: string): Promise<string | null> => {
    const id = `s${Number(tube.slice(7, 11))}`;
    return rowOf(sample, (await readShown(bench, 'samples', id))?.body ?? {}).plateLocation;
  };
  const check = async (step: BenchStep): Promise<void> => {
    for (const { name, args } of step.recorded) {
      requireBench(answered(step).length > 0, `${name} was recorded without an answer.`, step);
      if (name !== 'place-sample') continue;
      const well = text(args['plateLocation']);
      const isAnswered = answered(step).some((one) => one.text.includes(`is in ${well}`));
      requireBench(isAnswered, `${text(args['sampleId'])} went to ${well} without an answer.`, step);
    }
    const [, tube, well] = /(W\d{5}-\d{4}-\d\d) is in ([A-H]\d+)/.exec(green(step) ?? '') ?? [];
    if (tube && well)
      requireBench((await wellOf(tube)) === well, `${tube} is in ${await wellOf(tube)}, not ${well}.`, step);
  };
  return {
    bench,
    codes: ['W26325-0001-01', 'W26325-0002-01', 'W26325-0003-01', 'A1', 'B1', 'C2', 'H12'],
    show: (bus) => void showPage(bench, bus, <Plate />),
    isShown: () => document.querySelector('[role=gridcell]') !== null,
    controls: () => [
      ...all('input'),
      ...all('button').filter(names(/^(Place|Put|Larger|Undo|Fill|Cancel)/)),
      ...all('[role=gridcell]').slice(0, 12),
    ],
    check,
  };
}

const scanOf = (code: number, gapMs = 4): BenchAction => ({
  kind: 'scan',
  code,
  gapMs,
  cutAt: null,
  focusAt: null,
});
const focus = (control: number): BenchAction => ({ kind: 'focus', control });
/** Earlier bugs: a scan over a code in its field, and a slow scan on a pressed button. */
const ONCE_WRONG: [BenchRun][] = [
  [{ prefix: '', actions: [focus(0), scanOf(0), focus(2), focus(0), scanOf(1), focus(2), scanOf(2)] }],
  [{ prefix: '', actions: [{ kind: 'press', control: 1 }, scanOf(0, 60), scanOf(4, 60), focus(2)] }],
];

test.each([
  ['a section', openSectionScreen],
  ['the plate', openPlate],
  ['the move station', () => openPlaceStation(false)],
  ['the check-in station', () => openPlaceStation(true)],
  ['check-out', openCheckOut],
  ['moving a box', openContainerMove],
  ['moving a list', openBulkMove],
  ['counting a box', openStockTake],
  ['re-racking a box', openReRack],
] as const)(
  'every green verdict on %s matches the record, and nothing is recorded without a verdict',
  async (_, open) => {
    const property = fc.asyncProperty(benchRuns, async (run) => {
      let openScreen: BenchScreen | null = null;
      try {
        await playBench(run, async () => {
          openScreen = await open();
          return openScreen;
        });
      } finally {
        cleanup();
        await closeScreen(openScreen);
      }
    });
    await fc.assert(property, {
      numRuns: RUNS,
      examples: PATH ? [] : ONCE_WRONG,
      seed: SEED,
      ...(PATH ? { path: PATH } : {}),
    });
    expect(RUNS).toBeGreaterThan(0);
  },
  Math.max(120_000, RUNS * 30_000),
);

const closeScreen = async (screen: BenchScreen | null): Promise<void> => screen?.bench.close();
