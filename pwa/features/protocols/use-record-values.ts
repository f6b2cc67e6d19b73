import { useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import {
  type CurrentValue,
  lotOfPlace,
  sameEntry,
  takesSeveralLots,
  valueKey,
} from '#db/protocols/current-values.ts';
import type { InputMethod } from '#db/protocols/field-value.ts';
import { checkFieldValue } from '#db/protocols/field-value-check.ts';
import { resolveFacts } from '#db/protocols/resolve-facts.ts';
import { currentOf, loadSectionRun, wasSigned } from '#db/protocols/section-run.ts';
import { spokenValue } from '#db/protocols/spoken-value.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import { nameIn, type SectionView } from './section-view.ts';
import { useStartBeforeValues } from './use-start-before-values.ts';

/** A value as a person enters it. */
export interface EnteredValue {
  fieldId: string;
  /** The sample or control of a PER_SAMPLE field. */
  rowId: string | null;
  text: string;
  /** How a person reads it, where `text` is the id of what was scanned. */
  shownAs?: string;
  inputMethod: Exclude<InputMethod, 'CALCULATED'>;
  /** How much was taken of a lot, where a field takes several. */
  amount?: string | null;
  /** The lot that is listed already and of which this says more. */
  lotId?: string;
}

/** How recording ended: why not, what the person must be told although it was recorded, and how many were not taken. */
export interface RecordingEnd {
  problem: string | null;
  warning: string | null;
  left: number;
}

/** A value of another person, or a signed one, that somebody wants to change. */
export interface Correction {
  entry: EnteredValue;
  before: string;
  /** What is entered instead, as people read it. */
  entered: string;
  /** Null when the person recorded it, and it was signed since. */
  by: string | null;
}

/** The answer to the last thing done. */
interface Said {
  n: number;
  verdict: Verdict;
  title: string;
  detail: string | null;
}

/** A text that was entered and is not recorded yet: it is being saved, or `problem` says why it cannot be. */
export interface Entered {
  text: string;
  problem: string | null;
}

type Judged =
  | { kind: 'ok' | 'same'; entry: EnteredValue }
  | { kind: 'problem'; entry: EnteredValue; problem: string }
  | { kind: 'correction'; entry: EnteredValue; correction: Correction };

/** Judges what is entered by the same rules that will record it; null when the section is not on this device. */
function useJudge(view: SectionView) {
  const ask = useAskRules();
  const { run, people } = view;
  return (entries: readonly EnteredValue[]) =>
    ask(async (tx, context): Promise<Judged[]> => {
      const now = await loadSectionRun(tx, context, run.assigned.id);
      const known = currentOf(now);
      const judged: Judged[] = [];
      for (const entry of entries) {
        const field = now.own.find((one) => one.id === entry.fieldId);
        if (!field) continue;
        const place = { sampleId: entry.rowId, value: entry.text, amount: entry.amount ?? null };
        const checked = checkFieldValue(
          field,
          entry.text,
          await resolveFacts(tx, context, now, field, place),
        );
        if (checked.problem !== null) {
          judged.push({ kind: 'problem', entry, problem: checked.problem });
          continue;
        }
        const current = known.get(valueKey(field.id, entry.rowId, lotOfPlace(field, checked)))?.current;
        const lots = takesSeveralLots(field);
        const refines = lots && (checked.numericValue === null || current?.numericValue === null);
        const mine = current?.enteredById === context.actor.userId;
        if (current && sameEntry(field, current, checked)) judged.push({ kind: 'same', entry });
        else if (current && (!mine || wasSigned(now, current)) && !refines) {
          const before = lots
            ? `${current.value}, ${current.numericValue}`
            : spokenValue(field, current.value);
          const entered = entry.shownAs ?? spokenValue(field, entry.text);
          const by = mine ? null : nameIn(people, current.enteredById);
          const correction = { entry, before, entered, by };
          judged.push({ kind: 'correction', entry, correction });
        } else judged.push({ kind: 'ok', entry });
      }
      return judged;
    });
}

const shownText = (entry: EnteredValue): string => entry.shownAs ?? entry.text;
const keyOf = (entry: EnteredValue): string => valueKey(entry.fieldId, entry.rowId, entry.lotId ?? null);
const argsOf = ({ fieldId, rowId, text, inputMethod, amount }: EnteredValue) => ({
  fieldId,
  sampleId: rowId,
  value: text,
  inputMethod,
  ...(amount === undefined ? {} : { amount }),
});

/** Records values as operations when their cell is left, and keeps what cannot be recorded in sight with the reason. */
export function useRecordValues(view: SectionView) {
  const { assigned } = view.run;
  const startFirst = useStartBeforeValues(assigned.id);
  const judge = useJudge(view);
  const runOperation = useRunOperation();
  const [entered, setEntered] = useState<ReadonlyMap<string, Entered>>(new Map());
  const [correction, setCorrection] = useState<Correction | null>(null);
  const [said, setSaid] = useState<Said | null>(null);

  // What was saved is shown from the record as soon as the record has it.
  useEffect(() => {
    setEntered((before) => {
      const left = [...before].filter(([, one]) => one.problem !== null);
      return left.length === before.size || view.run.values.length === 0 ? before : new Map(left);
    });
  }, [view.run.values]);

  const say = (verdict: Verdict, title: string, detail: string | null = null): void =>
    setSaid((before) => ({ n: (before?.n ?? 0) + 1, verdict, title, detail }));
  const put = (changes: readonly (readonly [string, Entered | null])[]): void =>
    setEntered((before) => {
      const next = new Map(before);
      for (const [key, one] of changes) {
        if (one) next.set(key, one);
        else next.delete(key);
      }
      return next;
    });
  const send = async (name: string, args: Record<string, unknown>): Promise<Omit<RecordingEnd, 'left'>> => {
    try {
      await startFirst();
      const result = await runOperation(name, { assignedSectionId: assigned.id, ...args });
      if (result.outcome === 'REJECTED')
        return { problem: result.message ?? MESSAGES.unknownError, warning: null };
      // That the section waits stands above its values all the time.
      const warning = result.code === 'WAITING_FOR_SECTION' ? null : result.message;
      if (warning !== null) say('warning', warning);
      return { problem: null, warning };
    } catch (error) {
      return { problem: error instanceof AppError ? error.message : MESSAGES.unknownError, warning: null };
    }
  };
  const record = async (entries: readonly EnteredValue[]): Promise<RecordingEnd> => {
    put(entries.map((entry) => [keyOf(entry), { text: shownText(entry), problem: null }] as const));
    const judged = await judge(entries);
    if (judged === null) return { problem: MESSAGES.notFound, warning: null, left: entries.length };
    const fine = judged.filter((one) => one.kind === 'ok').map(({ entry }) => entry);
    const corrections = judged.flatMap((one) => (one.kind === 'correction' ? [one.correction] : []));
    const [first] = corrections;
    if (first && entries.length === 1) setCorrection(first);
    const left = judged.flatMap((one): { entry: EnteredValue; problem: string }[] => {
      if (one.kind === 'problem') return [one];
      if (one.kind !== 'correction' || entries.length === 1) return [];
      const { before, by } = one.correction;
      return [
        { ...one, problem: `${before} was recorded by ${by ?? 'you and signed'}; correct it in its cell.` },
      ];
    });
    put(left.map(({ entry, problem }) => [keyOf(entry), { text: shownText(entry), problem }] as const));
    const shown = judged.filter(
      ({ kind }) => kind === 'same' || (kind === 'correction' && entries.length === 1),
    );
    put(shown.map(({ entry }) => [keyOf(entry), null] as const));
    const values = fine.map(argsOf);
    const [only] = values;
    const sent =
      only === undefined
        ? NOTHING_TO_SAY
        : values.length === 1
          ? await send('record-field-value', only)
          : await send('record-field-values', { values });
    const refused = sent.problem;
    if (refused !== null)
      put(fine.map((entry) => [keyOf(entry), { text: shownText(entry), problem: refused }] as const));
    if (refused !== null) return { ...sent, left: left.length + fine.length };
    return { ...sent, problem: left[0]?.problem ?? null, left: left.length };
  };
  const correct = async (reason: string): Promise<void> => {
    if (!correction) return;
    const { entry } = correction;
    setCorrection(null);
    const { problem } = await send('correct-field-value', { ...argsOf(entry), changeReason: reason });
    put([[keyOf(entry), problem === null ? null : { text: shownText(entry), problem }]]);
  };
  const takeOff = async (lot: CurrentValue, reason: string): Promise<void> => {
    const valueIds = [lot.current, ...lot.witnesses, ...lot.differing].map((one) => one.id);
    const { problem } = await send('remove-lot', { valueIds, reason });
    if (problem !== null) say('error', problem);
  };
  /** Says how much was taken of a listed lot; empty leaves it to what the lots hold. */
  const take = async (lot: CurrentValue, amount: string, userId: string): Promise<void> => {
    const { fieldId, inventoryItemId: lotId, value, numericValue, enteredById } = lot.current;
    if (lotId === null) return;
    const shownAs = amount === '' ? `${value}, no amount` : `${value}, ${amount}`;
    const entry = { fieldId, rowId: null, text: lotId, lotId, shownAs, inputMethod: 'TYPED' as const };
    if (amount !== '') await record([{ ...entry, amount }]);
    else if (enteredById === userId) {
      const args = { ...argsOf({ ...entry, amount: null }), changeReason: 'Shared by what the lots hold.' };
      const { problem } = await send('correct-field-value', args);
      if (problem !== null) say('error', problem);
    } else {
      const before = `${value}, ${numericValue}`;
      const by = nameIn(view.people, enteredById);
      setCorrection({ entry: { ...entry, amount: null }, before, entered: shownAs, by });
    }
  };
  const forget = (fieldId: string, rowId: string | null): void => put([[valueKey(fieldId, rowId), null]]);
  const leaveCorrection = (): void => {
    if (correction) put([[keyOf(correction.entry), null]]);
    setCorrection(null);
  };
  return {
    entered,
    record,
    correction,
    correct,
    leaveCorrection,
    takeOff,
    take,
    forget,
    said,
    say,
  };
}

const NOTHING_TO_SAY = { problem: null, warning: null };

export type RecordValues = ReturnType<typeof useRecordValues>;
