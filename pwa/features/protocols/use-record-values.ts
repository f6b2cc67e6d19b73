import { useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { sameValue } from '#db/protocols/canonical-value.ts';
import { valueKey } from '#db/protocols/current-values.ts';
import type { InputMethod } from '#db/protocols/field-value.ts';
import { checkFieldValue } from '#db/protocols/field-value-check.ts';
import { resolveFacts } from '#db/protocols/resolve-facts.ts';
import { currentOf, loadSectionRun } from '#db/protocols/section-run.ts';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import { nameIn, type SectionView } from './section-view.ts';

/** A value as a person enters it. */
export interface EnteredValue {
  fieldId: string;
  /** The sample or control of a PER_SAMPLE field. */
  rowId: string | null;
  text: string;
  /** How a person reads it, where `text` is the id of what was scanned. */
  shownAs?: string;
  inputMethod: Exclude<InputMethod, 'CALCULATED'>;
}

/** A value of another person that somebody wants to change. */
export interface Correction {
  entry: EnteredValue;
  before: string;
  by: string;
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
        const place = { sampleId: entry.rowId, value: entry.text };
        const current = known.get(valueKey(field.id, entry.rowId))?.current;
        const checked = checkFieldValue(
          field,
          entry.text,
          await resolveFacts(tx, context, now, field, place),
        );
        if (checked.problem !== null) judged.push({ kind: 'problem', entry, problem: checked.problem });
        else if (current && sameValue(field.type, current.value, checked.value))
          judged.push({ kind: 'same', entry });
        else if (current && current.enteredById !== context.actor.userId) {
          const correction = { entry, before: current.value, by: nameIn(people, current.enteredById) };
          judged.push({ kind: 'correction', entry, correction });
        } else judged.push({ kind: 'ok', entry });
      }
      return judged;
    });
}

const shownText = (entry: EnteredValue): string => entry.shownAs ?? entry.text;
const keyOf = (entry: EnteredValue): string => valueKey(entry.fieldId, entry.rowId);

/** Records values as operations when their cell is left, and keeps what cannot be recorded in sight with the reason. */
export function useRecordValues(view: SectionView) {
  const { assigned } = view.run;
  const judge = useJudge(view);
  const runOperation = useRunOperation();
  const [entered, setEntered] = useState<ReadonlyMap<string, Entered>>(new Map());
  const [correction, setCorrection] = useState<Correction | null>(null);
  const [said, setSaid] = useState<{ n: number; verdict: Verdict; title: string } | null>(null);

  // What was saved is shown from the record as soon as the record has it.
  useEffect(() => {
    setEntered((before) => {
      const left = [...before].filter(([, one]) => one.problem !== null);
      return left.length === before.size || view.run.values.length === 0 ? before : new Map(left);
    });
  }, [view.run.values]);

  const say = (verdict: Verdict, title: string): void =>
    setSaid((before) => ({ n: (before?.n ?? 0) + 1, verdict, title }));
  const put = (changes: readonly (readonly [string, Entered | null])[]): void =>
    setEntered((before) => {
      const next = new Map(before);
      for (const [key, one] of changes) {
        if (one) next.set(key, one);
        else next.delete(key);
      }
      return next;
    });
  const send = async (name: string, args: Record<string, unknown>): Promise<string | null> => {
    try {
      const result = await runOperation(name, { assignedSectionId: assigned.id, ...args });
      if (result.outcome === 'REJECTED') return result.message ?? MESSAGES.unknownError;
      // That the section waits stands above its values all the time.
      if (result.message !== null && result.code !== 'WAITING_FOR_SECTION') say('warning', result.message);
      return null;
    } catch (error) {
      return error instanceof AppError ? error.message : MESSAGES.unknownError;
    }
  };
  const record = async (entries: readonly EnteredValue[]): Promise<string | null> => {
    put(entries.map((entry) => [keyOf(entry), { text: shownText(entry), problem: null }] as const));
    const judged = await judge(entries);
    if (judged === null) return MESSAGES.notFound;
    const fine = judged.filter((one) => one.kind === 'ok').map(({ entry }) => entry);
    const corrections = judged.flatMap((one) => (one.kind === 'correction' ? [one.correction] : []));
    const [first] = corrections;
    if (first && entries.length === 1) setCorrection(first);
    const problems = judged.flatMap((one): (readonly [string, Entered | null])[] => {
      if (one.kind === 'problem')
        return [[keyOf(one.entry), { text: shownText(one.entry), problem: one.problem }]];
      if (one.kind === 'correction' && entries.length > 1) {
        const { before, by } = one.correction;
        const problem = `${before} was recorded by ${by}; correct it in its cell.`;
        return [[keyOf(one.entry), { text: shownText(one.entry), problem }]];
      }
      return one.kind === 'ok' ? [] : [[keyOf(one.entry), null]];
    });
    put(problems);
    const values = fine.map(({ fieldId, rowId, text, inputMethod }) => ({
      fieldId,
      sampleId: rowId,
      value: text,
      inputMethod,
    }));
    const [only] = values;
    const refused =
      only === undefined
        ? null
        : values.length === 1
          ? await send('record-field-value', only)
          : await send('record-field-values', { values });
    if (refused !== null)
      put(fine.map((entry) => [keyOf(entry), { text: shownText(entry), problem: refused }] as const));
    const problem = judged.find((one) => one.kind === 'problem');
    return refused ?? (problem?.kind === 'problem' ? problem.problem : null);
  };
  const correct = async (reason: string): Promise<void> => {
    if (!correction) return;
    const { fieldId, rowId, text, inputMethod } = correction.entry;
    setCorrection(null);
    const args = { fieldId, sampleId: rowId, value: text, inputMethod, changeReason: reason };
    const refused = await send('correct-field-value', args);
    put([[keyOf(correction.entry), refused === null ? null : { text, problem: refused }]]);
  };
  return { entered, record, correction, correct, leaveCorrection: () => setCorrection(null), said, say };
}

export type RecordValues = ReturnType<typeof useRecordValues>;
