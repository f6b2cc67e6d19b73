import { nameKey, oneLineCell } from '#db/values/clean-cell.ts';
import { nearest } from '#db/values/nearest-word.ts';
import type { Mapping } from './import-mapping.ts';
import type { TargetWords } from './import-target.ts';
import type { Certainty } from './propose-columns.ts';

/** A word of a file and the value that it probably means. */
export interface WordProposal {
  word: string;
  key: string;
  count: number;
  value: string | null;
  certainty: Certainty;
}

/** Return the key by which the decision about a word is remembered. */
const wordKey = (text: string): string => nameKey(oneLineCell(text)).slice(0, 120);

const LABEL_KEYS = new WeakMap<object, ReadonlyMap<string, string>>();

/** Return every key of a list's values; computed once per list. */
export function labelKeys(labels: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  let keys = LABEL_KEYS.get(labels);
  if (!keys) {
    keys = new Map(
      Object.entries(labels).flatMap(([value, label]) =>
        [value, label, label.replace(/\([^)]*\)/g, '')].map((text) => [nameKey(text), value] as const),
      ),
    );
    LABEL_KEYS.set(labels, keys);
  }
  return keys;
}

/**
 * Propose the value of each word of a column: known labels, what the organization has decided, what labs
 * usually mean by it, else what is spelled nearly so.
 */
export function proposeWords(
  values: readonly { text: string; count: number }[],
  { labels, everyday }: TargetWords,
  remembered: Mapping['words'][string] = {},
): WordProposal[] {
  const keys = labelKeys(labels);
  const byWord = new Map([...keys, ...Object.entries(everyday)]);
  return values.map(({ text, count }) => {
    const key = wordKey(text);
    const base = { word: text, key, count };
    const known = keys.get(key) ?? (/^other\s*[:(–-]/i.test(text) && 'OTHER' in labels ? 'OTHER' : undefined);
    if (known !== undefined) return { ...base, value: known, certainty: 'known' };
    const decision = remembered[key];
    if (decision !== undefined) {
      const value = decision !== null && decision in labels ? decision : null;
      return { ...base, value, certainty: 'remembered' };
    }
    const usual = Object.hasOwn(everyday, key) ? everyday[key] : undefined;
    if (usual !== undefined) return { ...base, value: usual, certainty: 'likely' };
    const near = byWord.get(nearest(key, [...byWord.keys()]) ?? '');
    return { ...base, value: near ?? null, certainty: 'none' };
  });
}

/** Return a cell in the words of the list, by what the organization has decided; others stay as they are. */
export function translateWord(
  text: string,
  { labels }: TargetWords,
  decided: Mapping['words'][string] | undefined,
): string {
  const value = decided?.[wordKey(text)];
  return value === undefined || value === null ? text : (labels[value] ?? text);
}
