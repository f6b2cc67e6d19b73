import { type RefObject, useEffect, useRef, useState } from 'react';
import { BATCH_STATUS_DISPLAY, isOpen } from '#db/batches/batch.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Sample } from '#db/samples/sample.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { useOfflineLetter } from '#pwa/replica/hooks/use-offline-letter.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { usePlateSelection } from '#pwa/replica/hooks/use-plate-selection.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import {
  findHighlightedWells,
  movedSelection,
  type Picked,
  type PlateChange,
  pickedName,
  planMove,
  planPutBack,
  planPutDown,
} from './plate-change.ts';
import { plateCandidates } from './plate-wells.ts';
import { usePlateScan } from './use-plate-scan.ts';

/** The verdict of the last change of the plate. */
interface PlateAnswer {
  verdict: Verdict;
  title: string;
  detail: string | null;
  /** The tube of the verdict. */
  sampleId: string | null;
  /** Counts the verdicts, so that two equal ones flash twice. */
  n: number;
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

interface Done {
  ok: boolean;
  verdict: Verdict;
  message: string | null;
}

/** Run operations on a plate one after the other and keep the last verdict, its well, and one undo. */
function usePlateOperations() {
  const run = useRunOperation();
  const [answer, setAnswer] = useState<PlateAnswer | null>(null);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(NO_PROBLEMS);
  const [undo, setUndo] = useState<{ title: string; calls: readonly BenchCall[] } | null>(null);

  const showAnswer = (
    verdict: Verdict,
    title: string,
    detail: string | null = null,
    sampleId: string | null = null,
  ): void => {
    playScanTone(verdict === 'ok' ? 'ok' : verdict);
    setAnswer((before) => ({ verdict, title, detail, sampleId, n: (before?.n ?? 0) + 1 }));
  };
  const one = async ({ name, args }: BenchCall): Promise<Done> => {
    try {
      const result = await run(name, args);
      const isRejected = result.outcome === 'REJECTED';
      const warned = result.outcome === 'CONFLICT' || result.outcome === 'APPLIED_WITH_WARNING';
      return {
        ok: !isRejected,
        verdict: isRejected ? 'error' : warned ? 'warning' : 'ok',
        message: result.message,
      };
    } catch (error) {
      const message = error instanceof AppError ? error.message : MESSAGES.unknownError;
      return { ok: false, verdict: 'error', message };
    }
  };
  const perform = async (planned: PlateChange): Promise<boolean> => {
    const done = await one(planned.operation);
    if (!done.ok) {
      showAnswer('error', done.message ?? MESSAGES.unknownError);
      setProblems(
        planned.well === null || done.message === null
          ? NO_PROBLEMS
          : new Map([[planned.well, done.message]]),
      );
      return false;
    }
    setProblems(NO_PROBLEMS);
    setUndo(planned.undo === null ? null : { title: planned.title, calls: planned.undo });
    const { args } = planned.operation;
    const sampleId = 'sampleId' in args ? (args.sampleId ?? null) : null;
    showAnswer(done.verdict, planned.title, done.message, sampleId);
    return true;
  };
  const takeBack = async (): Promise<void> => {
    if (!undo) return;
    setUndo(null);
    for (const call of undo.calls) {
      const done = await one(call);
      if (!done.ok)
        return showAnswer('error', done.message ?? MESSAGES.unknownError, 'The change could not be undone.');
    }
    setProblems(NO_PROBLEMS);
    showAnswer('ok', `Taken back: ${undo.title}`);
  };
  return { answer, problems, undo, showAnswer, perform, takeBack };
}

export type PlateOperations = ReturnType<typeof usePlateOperations>;

const NONE: ReadonlySet<string> = new Set();

/** Why the layout is locked. */
const lockedTextOf = ({ batch }: BatchView): string =>
  isOpen(batch.status)
    ? `Batch ${batch.julianId} has started: its layout is locked.`
    : `Batch ${batch.julianId} is ${BATCH_STATUS_DISPLAY[batch.status].label.toLowerCase()}.`;

/** The state of a plate's page: the held item, the selection, and their actions. */
export function usePlateEditing(view: BatchView, initialWell?: string) {
  const { batch, procedure, samples, controls, layout } = view;
  const locked = batch.status !== 'NOT_STARTED';
  const operations = usePlateOperations();
  const offlineLetter = useOfflineLetter();
  const plateSelection = usePlateSelection(batch.id);
  const [pickedItem, setPicked] = useState<Picked | null>(null);
  // An item that was picked up before the start has no target well.
  const picked = locked ? null : pickedItem;
  const [pickedBy, setPickedBy] = useState<'press' | 'scan'>('press');
  // The next scan may come before the next render.
  const heldItem = useRef<Picked | null>(null);
  const pick = (next: Picked | null, by: 'press' | 'scan' = 'press'): void => {
    heldItem.current = next;
    setPicked(next);
    setPickedBy(by);
  };
  const [selected, select] = useState<ReadonlySet<string>>(initialWell ? new Set([initialWell]) : NONE);
  const chosenIds = plateSelection.value ?? [];
  const candidates = useRuleRead(
    ['samples', 'specimens', 'procedures', 'storage'],
    `candidates ${batch.id} ${batch.status} ${chosenIds.join(' ')}`,
    async (tx, context) => (locked ? [] : plateCandidates(tx, context, { batch, procedure }, chosenIds)),
  );
  const names = new Map([
    ...samples.map((row) => [row.id, row.barcode] as const),
    ...controls.map((row) => [row.id, row.name] as const),
  ]);
  const perform = async (change: PlateChange, after: ReadonlySet<string> = NONE): Promise<boolean> => {
    const heldBefore = heldItem.current;
    const done = await operations.perform(change);
    if (!done) return false;
    // A tube that was scanned meanwhile stays held.
    if (heldItem.current === heldBefore) pick(null);
    select(after);
    return true;
  };
  const placeItem = (item: Picked, well: string): Promise<boolean> =>
    perform(
      planPutDown(item, well, { batchId: batch.id, layout, selected, names, letter: offlineLetter }),
      findHighlightedWells(item, well, selected),
    );
  const placeHeldItem = async (well: string): Promise<void> => {
    if (heldItem.current && !locked) await placeItem(heldItem.current, well);
  };
  const move = (from: string, to: string): void =>
    void perform(planMove(batch.id, layout, selected, from, to, names), movedSelection(selected, from, to));
  const press = (next: ReadonlySet<string>): void => {
    if (!picked) {
      select(next);
      return;
    }
    const [well] = next.size > 0 ? next : selected;
    if (well !== undefined) void placeHeldItem(well);
  };
  const activate = (well: string): void => {
    if (picked) void placeHeldItem(well);
    else if (!locked && layout.has(well)) pick({ kind: 'well', well });
  };
  const takeOff = (wells: ReadonlySet<string>): void => void removeWells(view, wells, perform);
  usePlateScan({
    view,
    locked,
    heldItem,
    pick: (next) => pick(next, 'scan'),
    placeHeldItem,
    select,
    showAnswer: operations.showAnswer,
  });
  return {
    operations,
    locked,
    lockedText: lockedTextOf(view),
    letter: offlineLetter,
    picked,
    pickedBy,
    pick,
    holding: picked ? pickedName(picked, names, layout) : '',
    nextFree: WELL_NAMES.find((well) => !layout.has(well)) ?? null,
    selected,
    select,
    plateSelection,
    candidates,
    perform,
    placeHeldItem,
    putTube: (row: Sample, well: string): void => void placeItem({ kind: 'tube', row }, well),
    move,
    press,
    activate,
    takeOff,
  };
}

export type PlateEditing = ReturnType<typeof usePlateEditing>;

async function removeWells(
  view: BatchView,
  wells: ReadonlySet<string>,
  perform: (change: PlateChange) => Promise<boolean>,
): Promise<void> {
  const batchId = view.batch.id;
  const back: BenchCall[] = [];
  for (const well of wells) {
    const content = view.layout.get(well);
    if (!content) continue;
    const row = view.samples.find((one) => one.id === content.id);
    const control = view.controls.find((one) => one.id === content.id);
    back.push(...planPutBack(batchId, well, row, control));
    const done = await perform({
      title: `${row?.barcode ?? control?.name ?? well} is off the plate`,
      well,
      operation: row
        ? { name: 'unplace-sample', args: { batchId, sampleId: row.id } }
        : { name: 'remove-control', args: { batchId, controlId: content.id } },
      undo: back.length > 0 ? [...back] : null,
    });
    if (!done) return;
  }
}

/**
 * Focus the next free well after an item is picked up by a button: with the keyboard alone the way back over
 * the whole list would be long. A scan leaves the focus where it is.
 */
export function useFocusFreeWell(
  plate: RefObject<HTMLElement | null>,
  picked: Picked | null,
  pickedBy: 'press' | 'scan',
  nextFree: string | null,
): void {
  const well = picked?.kind === 'well' ? picked.well : nextFree;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only picking something up moves the focus
  useEffect(() => {
    const pressed = document.activeElement;
    if (!picked || pickedBy === 'scan' || well === null || !(pressed instanceof HTMLButtonElement)) return;
    const cell = plate.current?.querySelector<HTMLElement>(`[data-position="${well}"]`);
    // On a touch screen the page does not scroll.
    cell?.focus({ preventScroll: !pressed.matches(':focus-visible') });
  }, [picked]);
}
