import { useEffect, useRef, useState } from 'react';
import type { BenchCall } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { type CurrentValue, valueKey } from '#db/protocols/current-values.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import { takesScans } from './column-kind.ts';
import type { Correction, EnteredValue, RecordingEnd } from './entered-value.ts';
import { nameIn, type SectionView } from './section-view.ts';
import { useFirstValueStart } from './use-first-value-start.ts';
import { useJudgeValues } from './use-judge-values.ts';

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
  /** What was recorded beneath it. */
  seen?: string | undefined;
  /** The rows that were recorded at its place when it was entered. */
  rows?: string;
  /** It is recorded, and the record is not drawn with it yet. */
  isSaved?: boolean;
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
const enteredOf = (entry: EnteredValue, problem: string | null): readonly [string, Entered] => [
  keyOf(entry),
  { text: shownText(entry), problem, seen: entry.seen },
];

/** Why one of many values was left out, where its cell would have asked. */
const correctionText = ({ before, by, needsReason }: Correction): string =>
  needsReason
    ? `${before} was recorded by ${by ?? 'you and signed'}; correct it in its cell.`
    : `${before} is recorded; change it in its cell.`;

const rowsAt = ({ run }: SectionView, key: string): string =>
  run.values
    .filter(({ fieldId, sampleId }) => `${key}|`.startsWith(`${valueKey(fieldId, sampleId)}|`))
    .map(({ id }) => id)
    .join();

/** Texts that are not recorded yet, as they are now and as they were drawn. */
function useEnteredTexts(view: SectionView) {
  const [entered, setEntered] = useState<ReadonlyMap<string, Entered>>(new Map());
  const latest = useRef(entered);
  const set = (next: ReadonlyMap<string, Entered>): void => {
    latest.current = next;
    setEntered(next);
  };
  // What was saved is shown from the record as soon as the record has it, and not before: what was drawn may be older.
  useEffect(() => {
    const left = [...latest.current].filter(
      ([key, one]) => one.problem !== null || one.rows === rowsAt(view, key),
    );
    if (left.length === latest.current.size) return;
    latest.current = new Map(left);
    setEntered(latest.current);
  }, [view]);
  const put = (changes: readonly (readonly [string, Entered | null])[]): void => {
    const next = new Map(latest.current);
    for (const [key, one] of changes) {
      if (one) next.set(key, { ...one, rows: rowsAt(view, key) });
      else next.delete(key);
    }
    set(next);
  };
  /** A text that could not be recorded hides the record: who types over it saw what lies beneath. */
  const seenBeneath = (entry: EnteredValue): EnteredValue => {
    const hiding = latest.current.get(keyOf(entry));
    const covers = hiding !== undefined && hiding.problem !== null && entry.seen === hiding.text;
    return covers && hiding.seen !== undefined ? { ...entry, seen: hiding.seen } : entry;
  };
  const markSaved = (entries: readonly EnteredValue[]): void =>
    put(
      entries.flatMap((entry) => {
        const one = latest.current.get(keyOf(entry));
        return one?.text === shownText(entry) ? [[keyOf(entry), { ...one, isSaved: true }] as const] : [];
      }),
    );
  /** Texts that were saved at these places while the record is not drawn with them yet. */
  const savedTexts = (entries: readonly EnteredValue[]) =>
    new Map(
      [...new Set(entries.map(keyOf))].map((key) => {
        const one = latest.current.get(key);
        return [key, one?.isSaved ? one : null] as const;
      }),
    );
  return { entered, put, seenBeneath, savedTexts, markSaved };
}

/** Records values as operations when their cell is left, and keeps what cannot be recorded in sight with the reason. */
export function useRecordValues(view: SectionView) {
  const { assigned } = view.run;
  const assignedSectionId = assigned.id;
  const readStart = useFirstValueStart(assignedSectionId);
  const judge = useJudgeValues(view);
  const runOperation = useRunOperation();
  const { entered, put, seenBeneath, savedTexts, markSaved } = useEnteredTexts(view);
  const [correction, setCorrection] = useState<Correction | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  // A scan comes sooner than the page is drawn with the question.
  const asked = useRef<Correction | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const say = (verdict: Verdict, title: string, detail: string | null = null): void =>
    setSaid((before) => ({ n: (before?.n ?? 0) + 1, verdict, title, detail }));
  const ask = (question: Correction | null): void => {
    asked.current = question;
    setCorrection(question);
  };
  const send = async (call: BenchCall): Promise<Pick<RecordingEnd, 'problem' | 'warning'>> => {
    try {
      const start = call.name === 'remove-lot' ? {} : await readStart();
      const result = await runOperation(call.name, { ...call.args, ...start });
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
  const recordNow = async (
    entries: readonly EnteredValue[],
    before: ReturnType<typeof savedTexts>,
  ): Promise<RecordingEnd> => {
    const asBefore = (entry: EnteredValue) => [keyOf(entry), before.get(keyOf(entry)) ?? null] as const;
    const judged = await judge(entries);
    if (judged === null)
      return { problem: MESSAGES.notFound, warning: null, left: entries.length, outcome: 'recorded' };
    const only = entries.length === 1;
    const fine = judged.filter((one) => one.kind === 'ok').map(({ entry }) => entry);
    const [question] = judged.flatMap((one) => (one.kind === 'correction' ? [one.correction] : []));
    // One question at a time: the answer to the first one must not be taken for another.
    const asks = question !== undefined && only && asked.current === null;
    if (asks) ask(question);
    const left = judged.flatMap((one): { entry: EnteredValue; problem: string; hidden: boolean }[] => {
      if (one.kind === 'problem')
        return [{ ...one, hidden: one.overRecord && one.entry.inputMethod === 'SCAN' }];
      if (one.kind !== 'correction' || asks) return [];
      return [{ ...one, problem: correctionText(one.correction), hidden: one.entry.inputMethod === 'SCAN' }];
    });
    // A scan that was not taken hides no record: the answer to it says why.
    put(left.map(({ entry, problem, hidden }) => (hidden ? asBefore(entry) : enteredOf(entry, problem))));
    // These places show what is recorded.
    const shown = judged.filter(({ kind }) => kind === 'same' || (kind === 'correction' && asks));
    put(shown.map(({ entry }) => asBefore(entry)));
    put(fine.map((entry) => enteredOf(entry, null)));
    const values = fine.map(argsOf);
    const [first] = values;
    const sent =
      first === undefined
        ? NOTHING_TO_SAY
        : values.length === 1
          ? await send({ name: 'record-field-value', args: { assignedSectionId, ...first } })
          : await send({ name: 'record-field-values', args: { assignedSectionId, values } });
    const refused = sent.problem;
    const outcome = asks ? 'question' : fine.length > 0 || left.length > 0 ? 'recorded' : 'same';
    if (refused !== null) put(fine.map((entry) => enteredOf(entry, refused)));
    if (refused !== null) return { ...sent, left: left.length + fine.length, outcome };
    markSaved(fine);
    const [typed] = fine;
    if (typed && only && isTypedCode(view, typed) && sent.warning === null)
      say('ok', `${typed.text} in ${placeText(view, typed)}`);
    return { ...sent, problem: left[0]?.problem ?? null, left: left.length, outcome };
  };
  /** One after another: what is entered later is judged by what is recorded before it. */
  const record = (given: readonly EnteredValue[]): Promise<RecordingEnd> => {
    const entries = given.map(seenBeneath);
    const before = savedTexts(entries);
    // What a person typed stays where they typed it; what was scanned is shown when it is taken.
    put(entries.filter((one) => one.inputMethod !== 'SCAN').map((entry) => enteredOf(entry, null)));
    const end = last.current.then(() => recordNow(entries, before));
    last.current = end.catch(() => undefined);
    return end;
  };
  /**
   * Replaces the value that the question names and answers whether it did; what was recorded since the question is asked
   * about anew.
   */
  const correct = async (reason: string): Promise<boolean> => {
    const question = asked.current;
    if (!question) return false;
    const { entry, before, stored, needsReason } = question;
    ask(null);
    if (!needsReason) {
      const { problem, warning, outcome } = await record([{ ...entry, seen: stored }]);
      if (problem !== null) say('error', problem);
      if (outcome === 'question' || problem !== null) return false;
      if (warning === null)
        say('ok', `${question.entered} in ${placeText(view, entry)}`, `Instead of ${before}.`);
      return true;
    }
    const [now] = (await judge([entry])) ?? [];
    if (now?.kind === 'correction' && now.correction.stored !== stored) {
      ask(now.correction);
      return false;
    }
    const { correctsId } = now?.kind === 'correction' ? now.correction : question;
    const args = { assignedSectionId, ...argsOf(entry), correctsId, changeReason: reason };
    const { problem } = await send({ name: 'correct-field-value', args });
    put([enteredOf(entry, problem)]);
    return problem === null;
  };
  const takeOff = async (lot: CurrentValue, reason: string): Promise<void> => {
    const valueIds = [lot.current, ...lot.witnesses, ...lot.differing].map((one) => one.id);
    const { problem } = await send({ name: 'remove-lot', args: { assignedSectionId, valueIds, reason } });
    if (problem !== null) say('error', problem);
  };
  /** Says how much was taken of a listed lot; empty leaves it to what the lots hold. */
  const take = async (lot: CurrentValue, amount: string, userId: string, seen: string): Promise<void> => {
    const { fieldId, inventoryItemId: lotId, value, numericValue, enteredById } = lot.current;
    if (lotId === null) return;
    const shownAs = amount === '' ? `${value}, no amount` : `${value}, ${amount}`;
    const entry = { fieldId, rowId: null, text: lotId, lotId, shownAs, inputMethod: 'TYPED' as const };
    if (amount !== '') await record([{ ...entry, amount, seen }]);
    else if (enteredById === userId) {
      const changeReason = 'Shared by what the lots hold.';
      const corrected = argsOf({ ...entry, amount: null });
      const args = { assignedSectionId, ...corrected, correctsId: lot.current.id, changeReason };
      const { problem } = await send({ name: 'correct-field-value', args });
      if (problem !== null) say('error', problem);
    } else
      ask({
        entry: { ...entry, amount: null },
        before: `${value}, ${numericValue}`,
        stored: numericValue ?? '',
        correctsId: lot.current.id,
        entered: shownAs,
        by: nameIn(view.people, enteredById),
        needsReason: true,
      });
  };
  const forget = (fieldId: string, rowId: string | null): void => put([[valueKey(fieldId, rowId), null]]);
  /** Keeps what is recorded. */
  const leaveCorrection = (): void => {
    const question = asked.current;
    ask(null);
    if (question?.entry.inputMethod === 'SCAN')
      say('repeat', `${placeText(view, question.entry)} stays ${question.before}`);
  };
  return {
    entered,
    record,
    correction,
    /** The question that waits for an answer, also before it is drawn. */
    openQuestion: () => asked.current,
    correct,
    leaveCorrection,
    takeOff,
    take,
    forget,
    said,
    say,
  };
}

/** A code that came as a person types is answered as a scan is: a slow scanner types like a person. */
const isTypedCode = ({ run }: SectionView, { fieldId, inputMethod, lotId }: EnteredValue): boolean =>
  inputMethod === 'TYPED' &&
  lotId === undefined &&
  run.own.some((one) => one.id === fieldId && takesScans(one));

/** Where a value goes, as a person finds it: its well, or the name of its field. */
export function placeText({ run }: SectionView, { fieldId, rowId }: EnteredValue): string {
  const row = run.rows.find((one) => one.id === rowId);
  if (row) return row.well ?? row.barcode;
  return run.own.find((one) => one.id === fieldId)?.label ?? 'Value';
}

const NOTHING_TO_SAY = { problem: null, warning: null };

export type RecordValues = ReturnType<typeof useRecordValues>;
