import { useEffect, useRef, useState } from 'react';
import type { Field } from '#db/protocols/field.ts';
import { currentOf, loadSectionRun, wasSigned } from '#db/protocols/sections/section-run.ts';
import { formatFieldValue } from '#db/protocols/values/canonical-value.ts';
import {
  type CurrentValue,
  lotOfPlace,
  sameEntry,
  takesSeveralLots,
  valueKey,
} from '#db/protocols/values/current-values.ts';
import { isFromPlate } from '#db/protocols/values/field-value.ts';
import { checkFieldValue } from '#db/protocols/values/field-value-check.ts';
import { fillPlateBarcodes } from '#db/protocols/values/plate-barcodes.ts';
import { resolveFacts } from '#db/protocols/values/resolve-facts.ts';
import { nameIn, type SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Correction, EnteredValue } from './entered-value.ts';

export type JudgedValue =
  | { kind: 'ok' | 'same'; entry: EnteredValue }
  /** `overRecord`: a value is recorded at its place. */
  | { kind: 'problem'; entry: EnteredValue; problem: string; overRecord: boolean }
  | { kind: 'correction'; entry: EnteredValue; correction: Correction };

/** The value as the user saw it: of a lot among several, the amount taken of it. */
const storedText = (field: Field, { current }: CurrentValue): string =>
  takesSeveralLots(field) ? (current.numericValue ?? '') : current.value;

/**
 * Judge entered values by the same rules that will record them; null when the section is not on this device.
 */
export function useJudgeValues(view: SectionView) {
  const ask = useAskRules();
  const { run, people } = view;
  return (entries: readonly EnteredValue[]) =>
    ask(async (tx, context): Promise<JudgedValue[]> => {
      const now = await loadSectionRun(tx, context, run.assigned.id);
      await fillPlateBarcodes(tx, context, now);
      const known = currentOf(now);
      const judgeOne = async (
        entry: EnteredValue,
        batch: readonly EnteredValue[],
      ): Promise<JudgedValue | null> => {
        const field = now.own.find((one) => one.id === entry.fieldId);
        if (!field) return null;
        const facts = await resolveFacts(tx, context, now, field, placeOf(entry), batch.map(placeOf));
        const checked = checkFieldValue(field, entry.text, facts);
        if (checked.problem !== null) {
          const overRecord = known.has(valueKey(field.id, entry.rowId));
          return { kind: 'problem', entry, problem: checked.problem, overRecord };
        }
        const recorded = known.get(valueKey(field.id, entry.rowId, lotOfPlace(field, checked)));
        const current = recorded?.current;
        const lots = takesSeveralLots(field);
        const refines = lots && (checked.numericValue === null || current?.numericValue === null);
        if (!recorded || !current || refines) {
          const same = current !== undefined && sameEntry(field, current, checked);
          return { kind: same ? 'same' : 'ok', entry };
        }
        if (sameEntry(field, current, checked)) return { kind: 'same', entry };
        const onPlate = isFromPlate(current);
        const isOwn = current.enteredById === context.actor.userId && !onPlate;
        const needsReason = !isOwn || wasSigned(now, current);
        const storedValue = storedText(field, recorded);
        const isStale = entry.baseline !== undefined && entry.baseline !== storedValue;
        if (!needsReason && !isStale) return { kind: 'ok', entry };
        const before = lots
          ? `${current.value}, ${current.numericValue}`
          : formatFieldValue(field, current.value);
        const replacement = entry.shownAs ?? formatFieldValue(field, entry.text);
        const by = isOwn ? null : onPlate ? 'The plate' : nameIn(people, current.enteredById);
        const correctsId = current.id;
        const correction = { entry, before, storedValue, correctsId, replacement, by, needsReason };
        return { kind: 'correction', entry, correction };
      };
      // A code is free when the same entries give its tube another one. An entry that is not accepted leaves its
      // tube as it was, which may refuse others in turn.
      const results = new Map<EnteredValue, JudgedValue | null>();
      let batch = entries;
      for (;;) {
        for (const entry of batch) results.set(entry, await judgeOne(entry, batch));
        const accepted = batch.filter((entry) => results.get(entry)?.kind === 'ok');
        if (accepted.length === batch.length) break;
        batch = accepted;
      }
      return entries.flatMap((entry) => results.get(entry) ?? []);
    });
}

const placeOf = ({ fieldId, rowId, text, amount }: EnteredValue) => ({
  fieldId,
  sampleId: rowId,
  value: text,
  amount: amount ?? null,
});

/** A text that was entered and is not recorded yet: it is being saved, or `problem` says why it cannot be. */
export interface PendingText {
  text: string;
  problem: string | null;
  /** What was recorded beneath it. */
  baseline?: string | undefined;
  /** The rows that were recorded at its place when it was entered. */
  rows?: string;
  /** It is recorded, and the record is not drawn with it yet. */
  isSaved?: boolean;
}

const shownText = (entry: EnteredValue): string => entry.shownAs ?? entry.text;
export const keyOf = (entry: EnteredValue): string =>
  valueKey(entry.fieldId, entry.rowId, entry.lotId ?? null);
export const toPendingText = (
  entry: EnteredValue,
  problem: string | null,
): readonly [string, PendingText] => [
  keyOf(entry),
  { text: shownText(entry), problem, baseline: entry.baseline },
];

const rowsAt = ({ run }: SectionView, key: string): string =>
  run.values
    .filter(({ fieldId, sampleId }) => `${key}|`.startsWith(`${valueKey(fieldId, sampleId)}|`))
    .map(({ id }) => id)
    .join();

/** Texts that are not recorded yet, as they are now and as they were drawn. */
export function usePendingTexts(view: SectionView) {
  const [pendingTexts, setPendingTexts] = useState<ReadonlyMap<string, PendingText>>(new Map());
  const latest = useRef(pendingTexts);
  const set = (next: ReadonlyMap<string, PendingText>): void => {
    latest.current = next;
    setPendingTexts(next);
  };
  // What was saved is shown from the record as soon as the record has it, and not before: what was drawn may be older.
  useEffect(() => {
    const remaining = [...latest.current].filter(
      ([key, one]) => one.problem !== null || one.rows === rowsAt(view, key),
    );
    if (remaining.length === latest.current.size) return;
    latest.current = new Map(remaining);
    setPendingTexts(latest.current);
  }, [view]);
  const updateTexts = (changes: readonly (readonly [string, PendingText | null])[]): void => {
    const next = new Map(latest.current);
    for (const [key, one] of changes) {
      if (one) next.set(key, { ...one, rows: rowsAt(view, key) });
      else next.delete(key);
    }
    set(next);
  };
  /** A text that could not be recorded hides the record: who types over it saw what lies beneath. */
  const resolveBaseline = (entry: EnteredValue): EnteredValue => {
    const hiding = latest.current.get(keyOf(entry));
    const covers = hiding !== undefined && hiding.problem !== null && entry.baseline === hiding.text;
    return covers && hiding.baseline !== undefined ? { ...entry, baseline: hiding.baseline } : entry;
  };
  const markSaved = (entries: readonly EnteredValue[]): void =>
    updateTexts(
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
  return {
    pendingTexts,
    updateTexts,
    resolveBaseline,
    savedTexts,
    markSaved,
  };
}
