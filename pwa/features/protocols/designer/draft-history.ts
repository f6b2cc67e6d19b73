import type { DraftContent } from './merge-drafts.ts';

/** A draft with the states to which undo and redo return. */
export interface DraftHistory {
  past: readonly DraftContent[];
  present: DraftContent;
  future: readonly DraftContent[];
  /** What was edited last and when: undo takes back typing in one place at once. */
  last: { key: string; at: number } | null;
}

const MAX_PAST = 200;
const MERGE_WINDOW_MS = 1500;

/** Start a history without edits. */
export const startHistory = (present: DraftContent): DraftHistory => ({
  past: [],
  present,
  future: [],
  last: null,
});

/** Change the draft; `key` names the place, `at` is in milliseconds. */
export function editDraft(
  history: DraftHistory,
  present: DraftContent,
  key: string,
  at: number,
): DraftHistory {
  const { last, past } = history;
  const continues = last !== null && last.key === key && at - last.at < MERGE_WINDOW_MS;
  return {
    past: continues ? past : [...past, history.present].slice(-MAX_PAST),
    present,
    future: [],
    last: { key, at },
  };
}

/** Return to what the draft was before the last edit. */
export function undoEdit(history: DraftHistory): DraftHistory {
  const present = history.past.at(-1);
  if (!present) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    last: null,
  };
}

/** Repeat the edit that was undone last. */
export function redoEdit(history: DraftHistory): DraftHistory {
  const [present, ...future] = history.future;
  if (!present) return history;
  return { past: [...history.past, history.present], present, future, last: null };
}

/** Change every state of a history alike, so that undo never takes back the work of another author. */
export const mapHistory = (
  { past, present, future }: DraftHistory,
  map: (content: DraftContent) => DraftContent,
): DraftHistory => ({ past: past.map(map), present: map(present), future: future.map(map), last: null });
