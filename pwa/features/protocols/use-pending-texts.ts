import { useEffect, useRef, useState } from 'react';
import { valueKey } from '#db/protocols/current-values.ts';
import type { EnteredValue } from './entered-value.ts';
import type { SectionView } from './section-view.ts';

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
