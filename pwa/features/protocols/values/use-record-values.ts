import { useRef, useState } from 'react';
import { layoutOfPlate } from '#db/batches/starting/started-layout.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { loadSectionRun } from '#db/protocols/sections/section-run.ts';
import { type CurrentValue, valueKey } from '#db/protocols/values/current-values.ts';
import type { FirstValueStart } from '#db/protocols/values/first-value.ts';
import { nameIn, type SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import { type Correction, type EnteredValue, type RecordingResult, takesScans } from './entered-value.ts';
import { keyOf, toPendingText, useJudgeValues, usePendingTexts } from './use-judge-values.ts';

/**
 * Read the additional arguments of a batch's first value: the plate that this device shows, because a value
 * alone does not name the plate that was worked on (domain 5.11, case 29). Empty for every later value.
 */
function useFirstValueStart(
  assignedSectionId: string,
): () => Promise<{ start?: NonNullable<FirstValueStart> }> {
  const ask = useAskRules();
  return async () => {
    const sectionRun = await ask((tx, context) => loadSectionRun(tx, context, assignedSectionId));
    if (sectionRun?.batch.status !== 'NOT_STARTED') return {};
    const samples = sectionRun.rows.flatMap((row) => (row.sample ? [row.sample] : []));
    const controls = sectionRun.rows.flatMap((row) => (row.control ? [row.control] : []));
    return { start: { batchId: sectionRun.batch.id, layout: layoutOfPlate({ samples, controls }) } };
  };
}

/** The verdict of the last entry. */
interface RecordingFeedback {
  n: number;
  verdict: Verdict;
  title: string;
  detail: string | null;
}

const argsOf = ({ fieldId, rowId, text, inputMethod, amount }: EnteredValue) => ({
  fieldId,
  sampleId: rowId,
  value: text,
  inputMethod,
  ...(amount === undefined ? {} : { amount }),
});
/** Why one of many values was skipped, where its cell alone would have asked. */
const correctionText = ({ before, by, needsReason }: Correction): string =>
  needsReason
    ? `${before} was recorded by ${by ?? 'you and signed'}; correct it in its cell.`
    : `${before} is recorded; change it in its cell.`;

/** Records values as operations when their cell is left, and keeps what cannot be recorded in sight with the reason. */
export function useRecordValues(view: SectionView) {
  const { assigned } = view.run;
  const assignedSectionId = assigned.id;
  const readStart = useFirstValueStart(assignedSectionId);
  const judge = useJudgeValues(view);
  const runOperation = useRunOperation();
  const { pendingTexts, updateTexts, resolveBaseline, savedTexts, markSaved } = usePendingTexts(view);
  const [correction, setCorrection] = useState<Correction | null>(null);
  const [feedback, setFeedback] = useState<RecordingFeedback | null>(null);
  // A scan may come before the question is rendered.
  const questionRef = useRef<Correction | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const showFeedback = (verdict: Verdict, title: string, detail: string | null = null): void =>
    setFeedback((before) => ({ n: (before?.n ?? 0) + 1, verdict, title, detail }));
  const ask = (question: Correction | null): void => {
    questionRef.current = question;
    setCorrection(question);
  };
  const send = async (call: BenchCall): Promise<Pick<RecordingResult, 'problem' | 'warning'>> => {
    try {
      const start = call.name === 'remove-lot' ? {} : await readStart();
      const result = await runOperation(call.name, { ...call.args, ...start });
      if (result.outcome === 'REJECTED')
        return { problem: result.message ?? MESSAGES.unknownError, warning: null };
      // A notice above the values permanently says that the section waits.
      const warning = result.code === 'WAITING_FOR_SECTION' ? null : result.message;
      if (warning !== null) showFeedback('warning', warning);
      return { problem: null, warning };
    } catch (error) {
      return { problem: error instanceof AppError ? error.message : MESSAGES.unknownError, warning: null };
    }
  };
  const recordNow = async (
    entries: readonly EnteredValue[],
    before: ReturnType<typeof savedTexts>,
  ): Promise<RecordingResult> => {
    const asBefore = (entry: EnteredValue) => [keyOf(entry), before.get(keyOf(entry)) ?? null] as const;
    const judgedValues = await judge(entries);
    if (judgedValues === null)
      return {
        problem: MESSAGES.notFound,
        warning: null,
        rejectedCount: entries.length,
        outcome: 'recorded',
      };
    const only = entries.length === 1;
    const fine = judgedValues.filter((one) => one.kind === 'ok').map(({ entry }) => entry);
    const [question] = judgedValues.flatMap((one) => (one.kind === 'correction' ? [one.correction] : []));
    // Only one question is open at a time: the answer to the first must not be taken for another.
    const opensQuestion = question !== undefined && only && questionRef.current === null;
    if (opensQuestion) ask(question);
    const remaining = judgedValues.flatMap(
      (one): { entry: EnteredValue; problem: string; hidden: boolean }[] => {
        if (one.kind === 'problem')
          return [{ ...one, hidden: one.overRecord && one.entry.inputMethod === 'SCAN' }];
        if (one.kind !== 'correction' || opensQuestion) return [];
        return [
          { ...one, problem: correctionText(one.correction), hidden: one.entry.inputMethod === 'SCAN' },
        ];
      },
    );
    // A refused scan hides no record: its verdict gives the reason.
    updateTexts(
      remaining.map(({ entry, problem, hidden }) =>
        hidden ? asBefore(entry) : toPendingText(entry, problem),
      ),
    );
    // These places show the recorded values.
    const unchangedValues = judgedValues.filter(
      ({ kind }) => kind === 'same' || (kind === 'correction' && opensQuestion),
    );
    updateTexts(unchangedValues.map(({ entry }) => asBefore(entry)));
    updateTexts(fine.map((entry) => toPendingText(entry, null)));
    const values = fine.map(argsOf);
    const [first] = values;
    const sendResult =
      first === undefined
        ? NOTHING_TO_SAY
        : values.length === 1
          ? await send({ name: 'record-field-value', args: { assignedSectionId, ...first } })
          : await send({ name: 'record-field-values', args: { assignedSectionId, values } });
    const rejection = sendResult.problem;
    const outcome = opensQuestion
      ? 'question'
      : fine.length > 0 || remaining.length > 0
        ? 'recorded'
        : 'same';
    if (rejection !== null) updateTexts(fine.map((entry) => toPendingText(entry, rejection)));
    if (rejection !== null) return { ...sendResult, rejectedCount: remaining.length + fine.length, outcome };
    markSaved(fine);
    const [typed] = fine;
    if (typed && only && isTypedCode(view, typed) && sendResult.warning === null)
      showFeedback('ok', `${typed.text} in ${placeText(view, typed)}`);
    return {
      ...sendResult,
      problem: remaining[0]?.problem ?? null,
      rejectedCount: remaining.length,
      outcome,
    };
  };
  /** Entries run one after another: a later one is judged with the earlier ones recorded. */
  const record = (newValues: readonly EnteredValue[]): Promise<RecordingResult> => {
    const entries = newValues.map(resolveBaseline);
    const before = savedTexts(entries);
    // Typed text stays visible where it was typed; a scanned value is shown when it is accepted.
    updateTexts(
      entries.filter((one) => one.inputMethod !== 'SCAN').map((entry) => toPendingText(entry, null)),
    );
    const end = last.current.then(() => recordNow(entries, before));
    last.current = end.catch(() => undefined);
    return end;
  };
  /**
   * Replace the value of the question and return whether that happened; a value recorded since the question
   * is confirmed again.
   */
  const correct = async (reason: string): Promise<boolean> => {
    const question = questionRef.current;
    if (!question) return false;
    const { entry, before, storedValue, needsReason } = question;
    ask(null);
    if (!needsReason) {
      const { problem, warning, outcome } = await record([{ ...entry, baseline: storedValue }]);
      if (problem !== null) showFeedback('error', problem);
      if (outcome === 'question' || problem !== null) return false;
      if (warning === null)
        showFeedback('ok', `${question.replacement} in ${placeText(view, entry)}`, `Instead of ${before}.`);
      return true;
    }
    const [now] = (await judge([entry])) ?? [];
    if (now?.kind === 'correction' && now.correction.storedValue !== storedValue) {
      ask(now.correction);
      return false;
    }
    const { correctsId } = now?.kind === 'correction' ? now.correction : question;
    const args = { assignedSectionId, ...argsOf(entry), correctsId, changeReason: reason };
    const { problem } = await send({ name: 'correct-field-value', args });
    updateTexts([toPendingText(entry, problem)]);
    return problem === null;
  };
  const takeOff = async (lot: CurrentValue, reason: string): Promise<void> => {
    const valueIds = [lot.current, ...lot.witnesses, ...lot.differing].map((one) => one.id);
    const { problem } = await send({ name: 'remove-lot', args: { assignedSectionId, valueIds, reason } });
    if (problem !== null) showFeedback('error', problem);
  };
  /** Record how much was taken of a listed lot; empty calculates it from the lots' contents. */
  const take = async (lot: CurrentValue, amount: string, userId: string, baseline: string): Promise<void> => {
    const { fieldId, inventoryItemId: lotId, value, numericValue, enteredById } = lot.current;
    if (lotId === null) return;
    const shownAs = amount === '' ? `${value}, no amount` : `${value}, ${amount}`;
    const entry = { fieldId, rowId: null, text: lotId, lotId, shownAs, inputMethod: 'TYPED' as const };
    if (amount !== '') await record([{ ...entry, amount, baseline }]);
    else if (enteredById === userId) {
      const changeReason = 'Shared by what the lots hold.';
      const corrected = argsOf({ ...entry, amount: null });
      const args = { assignedSectionId, ...corrected, correctsId: lot.current.id, changeReason };
      const { problem } = await send({ name: 'correct-field-value', args });
      if (problem !== null) showFeedback('error', problem);
    } else
      ask({
        entry: { ...entry, amount: null },
        before: `${value}, ${numericValue}`,
        storedValue: numericValue ?? '',
        correctsId: lot.current.id,
        replacement: shownAs,
        by: nameIn(view.people, enteredById),
        needsReason: true,
      });
  };
  const forget = (fieldId: string, rowId: string | null): void =>
    updateTexts([[valueKey(fieldId, rowId), null]]);
  /** Keep the recorded value. */
  const leaveCorrection = (): void => {
    const question = questionRef.current;
    ask(null);
    if (question?.entry.inputMethod === 'SCAN')
      showFeedback('repeat', `${placeText(view, question.entry)} stays ${question.before}`);
  };
  return {
    pendingTexts,
    record,
    correction,
    /** The open question, current before the next render. */
    openQuestion: () => questionRef.current,
    correct,
    leaveCorrection,
    takeOff,
    take,
    forget,
    feedback,
    showFeedback,
  };
}

/** A code typed like a person is answered like a scan, because a slow scanner types like a person. */
const isTypedCode = ({ run }: SectionView, { fieldId, inputMethod, lotId }: EnteredValue): boolean =>
  inputMethod === 'TYPED' &&
  lotId === undefined &&
  run.own.some((one) => one.id === fieldId && takesScans(one));

/** Name the place of a value: its well, or the name of its field. */
function placeText({ run }: SectionView, { fieldId, rowId }: EnteredValue): string {
  const row = run.rows.find((one) => one.id === rowId);
  if (row) return row.well ?? row.barcode;
  return run.own.find((one) => one.id === fieldId)?.label ?? 'Value';
}

const NOTHING_TO_SAY = { problem: null, warning: null };

export type RecordValues = ReturnType<typeof useRecordValues>;
