import { z } from 'zod';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { CheckOutPage, HandOverDialog } from '#pwa/features/samples/custody/check-out-page.tsx';
import { BulkMovePanel } from '#pwa/features/samples/placing/bulk-move-panel.tsx';
import { ContainerMovePanel } from '#pwa/features/samples/placing/container-move-panel.tsx';
import { PlaceStation } from '#pwa/features/samples/placing/place-station.tsx';
import { ReRackPanel } from '#pwa/features/samples/placing/re-rack-panel.tsx';
import { StockTakePanel } from '#pwa/features/samples/placing/stock-take-panel.tsx';
import { rowOf } from '#pwa/replica/store/document.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import {
  all,
  answered,
  type BenchScreen,
  type BenchStep,
  green,
  names,
  requireBench,
  text,
} from './random-bench.tsx';
import { readShown } from './simulated-device.ts';
import { openStorage, showPage, TUBES } from './storage-screen.tsx';

const Moves = z.array(
  z.object({ sampleId: z.string(), containerId: z.string(), position: z.string().nullable() }),
);
const FoundTubes = z.array(z.object({ barcode: z.string() }));
const Rows = z.array(z.object({ position: z.string(), barcode: z.string().nullable() }));

const CODES = ['TUBE-01', 'TUBE-02', 'TUBE-03', 'BOX-1', 'BOX-1', 'BOX-2', 'TUBE-04', 'SHELF', 'NOPE-9'];

const isShown = (): boolean => document.querySelector('input[data-scan-field]') !== null;
const hasQuestion = (): boolean => document.querySelector('[role=dialog]') !== null;
const sampleOf = async (bench: Replica, id: string) =>
  rowOf(sample, (await readShown(bench, 'samples', id))?.body ?? {});
const placeOf = async (bench: Replica, id: string): Promise<string> => {
  const row = await sampleOf(bench, id);
  return [row.storageLocationId, row.storagePosition].filter(Boolean).join(', ');
};
/** Check that one verdict of this step names all of these. */
const isAnswered = (step: BenchStep, ...texts: string[]): boolean =>
  answered(step).some((one) => texts.every((text) => one.text.includes(text)));
const requireOne = (step: BenchStep): void =>
  requireBench(step.recorded.length <= 1, 'One action was recorded more than once.', step);
const controlsNamed = (pattern: RegExp) => (): HTMLElement[] => [
  ...all('input, select, textarea'),
  ...all('button').filter(names(pattern)),
];

/** Tubes scanned one after the other with their places. */
export async function openPlaceStation(returning: boolean): Promise<BenchScreen> {
  const bench = await openStorage();
  return {
    bench,
    codes: ['TUBE-01', 'TUBE-02', 'TUBE-03', 'BOX-1', 'BOX-2', 'SHELF', 'TUBE-04', 'BOX-2'],
    show: (bus) => void showPage(bench, bus, <PlaceStation returning={returning} />),
    isShown,
    controls: () => [
      ...all('input'),
      ...all('button').filter(names(/^(Cancel|Swap|Displace|Type|Home)/)),
      ...all('[role=gridcell]').slice(0, 5),
    ],
    check: async (step) => {
      requireOne(step);
      for (const { args } of step.recorded) {
        const tube = text(args['sampleId']);
        requireBench(step.scanned.includes(tube), `${tube} was never scanned whole.`, step);
        const place = await placeOf(bench, tube);
        requireBench(isAnswered(step, tube, place), `${tube} went to ${place} without an answer.`, step);
      }
      const [, place, tube] =
        /^(shelf|box-\d(?:, [A-Z]\d+)?)[^|]* \| (TUBE-\d+)/.exec(green(step) ?? '') ?? [];
      if (!place || !tube) return;
      const currentPlace = await placeOf(bench, tube);
      requireBench(currentPlace === place, `${tube} is in ${currentPlace}, not ${place}.`, step);
    },
  };
}

/** Tubes and whole boxes that are checked out, and handed over by a badge. */
export async function openCheckOut(): Promise<BenchScreen> {
  const bench = await openStorage({ tubes: TUBES.slice(0, 4) });
  await HandOverDialog.load();
  const me = bench.actor.userId;
  const holderOf = async (id: string) => (await sampleOf(bench, id)).custodianUserId;
  const requireHolder = async (tube: string, userId: string, step: BenchStep): Promise<void> => {
    const holder = await holderOf(tube);
    requireBench(holder === userId, `${tube} is with ${holder}, not ${userId}.`, step);
  };
  const check = async (step: BenchStep): Promise<void> => {
    requireOne(step);
    for (const { name, args } of step.recorded) {
      const tube = text(args['sampleId']);
      if (name === 'check-out-container') {
        const scans = step.scanned.filter((code) => code === text(args['containerId']).toUpperCase());
        requireBench(scans.length >= 2, 'A box was taken without a second scan.', step);
        requireBench(isAnswered(step, text(args['containerId'])), 'A box was taken without an answer.', step);
        continue;
      }
      requireBench(step.scanned.includes(tube), `${tube} was never scanned whole.`, step);
      requireBench(isAnswered(step, tube), `${name} of ${tube} was recorded without an answer.`, step);
    }
    const answerText = green(step) ?? '';
    const [, checkedOutTube] = /^Checked out to you \| (TUBE-\d+)/.exec(answerText) ?? [];
    if (checkedOutTube) await requireHolder(checkedOutTube, me, step);
    const [, handedOverTube] = /^Now with Bo Bench \| (TUBE-\d+)/.exec(answerText) ?? [];
    if (handedOverTube) await requireHolder(handedOverTube, 'user-bo', step);
    if (/^4 samples of box-1 checked out to you/.test(answerText))
      for (const tube of TUBES.slice(0, 4)) await requireHolder(tube, me, step);
  };
  return {
    bench,
    codes: [...CODES, 'BADGE-BO', 'BADGE-BO'],
    show: (bus) => void showPage(bench, bus, <CheckOutPage onTaken={() => undefined} />),
    isShown,
    controls: controlsNamed(/^(Clear|Load|Remove|Hand over|Back|Close|Use this|Overdue|Mine|Stop)/),
    check,
  };
}

/** A box, a rack or a shelf that moves with its content. */
export async function openContainerMove(): Promise<BenchScreen> {
  const bench = await openStorage({ tubes: TUBES.slice(0, 2) });
  const parentOf = async (id: string) =>
    rowOf(storageManagement, (await readShown(bench, 'storage', id))?.body ?? {}).parentId;
  const check = async (step: BenchStep): Promise<void> => {
    requireOne(step);
    for (const { args } of step.recorded) {
      const [moving, to] = [text(args['containerId']), text(args['parentId'])];
      for (const one of [moving, to])
        requireBench(step.scanned.includes(one.toUpperCase()), `${one} was never scanned whole.`, step);
      requireBench(isAnswered(step, `${moving} → ${to}`), `${moving} moved without an answer.`, step);
    }
    const [, moved, to] = /^(\S+) → ([^,\s]+)/.exec(green(step) ?? '') ?? [];
    if (!moved || !to) return;
    const parent = await parentOf(moved);
    requireBench(parent === to, `${moved} is in ${parent}, not ${to}.`, step);
  };
  return {
    bench,
    codes: ['BOX-1', 'BOX-2', 'SHELF', 'SHELF-2', 'TUBE-01', 'BOX-2', 'ROOM'],
    show: (bus) => void showPage(bench, bus, <ContainerMovePanel />),
    isShown,
    controls: controlsNamed(/^(Cancel|Stop)/),
    check,
  };
}

/** Read the names in a list on the screen. */
const listItems = (label: string): string[] =>
  all(`[aria-label="${label}"] > li`).map(
    (row) => row.querySelector('.code.font-semibold')?.textContent ?? '',
  );

/** A list that is scanned first and then moved, or undone, as one. */
export async function openBulkMove(): Promise<BenchScreen> {
  const bench = await openStorage({ tubes: TUBES.slice(0, 4) });
  let before: string[] = [];
  const check = async (step: BenchStep): Promise<void> => {
    requireOne(step);
    const [, position, tube] = /^Position ([A-Z]\d+) \| (TUBE-\d+)/.exec(green(step) ?? '') ?? [];
    const rows = all('[aria-label="Samples to move"] > li').map((row) => row.textContent);
    if (position && tube)
      requireBench(
        rows.some((row) => row.startsWith(`${position}${tube}`)),
        `${tube} is not listed.`,
        step,
      );
    for (const { name, args } of step.recorded) {
      requireBench(isAnswered(step, 'moved to'), `${name} was recorded without an answer.`, step);
      if (name !== 'move-samples') continue;
      const moves = Moves.parse(args['moves']);
      const moved = moves.map((one) => one.sampleId).reverse();
      requireBench(moved.join() === before.join(), `${moved} moved, not ${before}.`, step);
      for (const one of moves) {
        const currentPlace = await placeOf(bench, one.sampleId);
        const place = [one.containerId, one.position].filter(Boolean).join(', ');
        requireBench(currentPlace === place, `${one.sampleId} is in ${currentPlace}, not ${place}.`, step);
      }
    }
    before =
      listItems('Samples to move').length > 0 ? rows.map((row) => /TUBE-\d+/.exec(row)?.[0] ?? '') : [];
  };
  return {
    bench,
    codes: ['BOX-2', 'BOX-2', 'SHELF', ...CODES],
    show: (bus) => void showPage(bench, bus, <BulkMovePanel />),
    isShown,
    controls: controlsNamed(/^(Move \d|Undo|Clear|Drop|Back|Take TUBE|Stop)/),
    check,
  };
}

/** A count: nothing is recorded before the user finishes it. */
export async function openStockTake(): Promise<BenchScreen> {
  const bench = await openStorage({ tubes: TUBES.slice(0, 4) });
  let before: string[] = [];
  let wasQuestionOpen = false;
  const check = async (step: BenchStep): Promise<void> => {
    requireOne(step);
    const now = listItems('Counted');
    const [, tube] = /^Here, [A-Z]\d+ \| (TUBE-\d+)/.exec(green(step) ?? '') ?? [];
    if (tube) requireBench(now.includes(tube), `${tube} is not among the counted.`, step);
    for (const code of now.filter((one) => TUBES.includes(one)))
      requireBench(step.scanned.includes(code), `${code} was never scanned whole.`, step);
    for (const { args } of step.recorded) {
      const foundBarcodes = FoundTubes.parse(args['found'])
        .map((one) => one.barcode)
        .reverse();
      const missing = z.array(z.string()).parse(args['missing']);
      requireBench(wasQuestionOpen, 'A count was recorded without a question.', step);
      requireBench(
        foundBarcodes.join() === before.join(),
        `${foundBarcodes} was recorded, not ${before}.`,
        step,
      );
      requireBench(
        !missing.some((id) => foundBarcodes.includes(id)),
        `${missing} is missing and found.`,
        step,
      );
      requireBench(isAnswered(step, `${missing.length} missing`), 'A count has no answer.', step);
    }
    before = now;
    wasQuestionOpen = hasQuestion();
  };
  return {
    bench,
    codes: CODES,
    show: (bus) => void showPage(bench, bus, <StockTakePanel />),
    isShown,
    controls: controlsNamed(/^(Finish|Record|Mark|Continue|Back|Start over|Drop|Accept|Stop)/),
    check,
  };
}

/** A spilled box that is filled again tube by tube. */
export async function openReRack(): Promise<BenchScreen> {
  const bench = await openStorage({ tubes: TUBES.slice(0, 4) });
  let before = '';
  let wasQuestionOpen = false;
  const racked = (): string[] =>
    all('[role=gridcell]').flatMap((cell) => {
      const [, position, tube] = /^([A-Z]\d+).*(TUBE-\d+)/.exec(cell.getAttribute('aria-label') ?? '') ?? [];
      return position && tube ? [`${position} ${tube}`] : [];
    });
  const check = async (step: BenchStep): Promise<void> => {
    requireOne(step);
    const now = racked();
    const [, position, tube] = /^Position ([A-Z]\d+) \| (TUBE-\d+)/.exec(green(step) ?? '') ?? [];
    if (position && tube)
      requireBench(now.includes(`${position} ${tube}`), `${tube} is not shown in ${position}.`, step);
    for (const { args } of step.recorded) {
      const rows = Rows.parse(args['rows']);
      const placedRows = rows.filter((one) => one.barcode !== null);
      requireBench(wasQuestionOpen, 'A re-rack was recorded without a question.', step);
      const recorded = placedRows.map((one) => `${one.position} ${one.barcode}`);
      requireBench(recorded.join() === before, `${recorded} was recorded, not ${before}.`, step);
      requireBench(isAnswered(step, 'is in order again'), 'A re-rack has no answer.', step);
      for (const one of placedRows) {
        const currentPlace = await placeOf(bench, text(one.barcode));
        const place = `${text(args['containerId'])}, ${one.position}`;
        requireBench(currentPlace === place, `${one.barcode} is in ${currentPlace}, not ${place}.`, step);
      }
    }
    before = now.join();
    wasQuestionOpen = hasQuestion();
  };
  return {
    bench,
    codes: ['BOX-1', 'BOX-1', ...CODES.filter((code) => code !== 'SHELF')],
    show: (bus) => void showPage(bench, bus, <ReRackPanel />),
    isShown,
    controls: () => [
      ...controlsNamed(/^(Finish|Record|Mark|Continue|Back|Start over|Drop|Stop)/)(),
      ...all('[role=gridcell]').slice(0, 6),
    ],
    check,
  };
}
