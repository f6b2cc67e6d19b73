import { nameKey } from './clean-cell.ts';
import type { Finding } from './manifest-fault.ts';

function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      now.push(Math.min(swap, (before[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[b.length] ?? 0;
}

/**
 * Return the word that was probably meant: one that contains the text, or differs in few letters; null when
 * none is near.
 */
export function nearest(input: string, candidates: readonly string[]): string | null {
  if (input === '' || input.length > 60) return null;
  const part =
    input.length >= 3 ? candidates.find((each) => each.includes(input) || input.includes(each)) : undefined;
  if (part) return part;
  const ranked = candidates
    .map((each) => ({ each, far: distance(input, each) }))
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(1, Math.floor(Math.max(input.length, best.each.length) * 0.4))
    ? best.each
    : null;
}

/** A list for a choice cell: values with labels and accepted spellings. */
export interface Choices<Value extends string> {
  labels: Readonly<Record<Value, string>>;
  /** Everyday words: never taken as the value, but suggested as what was meant. */
  everyday: Readonly<Record<string, Value>>;
  unknown: string;
}

/** The content of a choice cell; `rest` is the text after "Other". */
export interface ChoiceResult<Value extends string> {
  value: Value | null;
  rest: string | null;
  finding: Finding | null;
}

const labelKeys = (value: string, label: string): string[] => [
  nameKey(value),
  nameKey(label),
  nameKey(label.replace(/\([^)]*\)/g, '')),
];

const KEYS = new WeakMap<object, ReadonlyMap<string, string>>();

/** Return every key of a list's values; computed once per list. */
function keysOf<Value extends string>({ labels }: Choices<Value>): ReadonlyMap<string, string> {
  let keys = KEYS.get(labels);
  if (!keys) {
    const all = Object.entries<string>(labels).flatMap(([value, label]) =>
      labelKeys(value, label).map((key) => [key, value] as const),
    );
    keys = new Map(all);
    KEYS.set(labels, keys);
  }
  return keys;
}

function closestChoice<Value extends string>(
  text: string,
  { labels, everyday }: Choices<Value>,
  offeredValues: readonly Value[],
): string | null {
  const valueByWord = new Map<string, Value>();
  for (const value of offeredValues)
    for (const wordKey of labelKeys(value, labels[value])) valueByWord.set(wordKey, value);
  for (const [wordKey, value] of Object.entries<Value>(everyday))
    if (offeredValues.includes(value)) valueByWord.set(wordKey, value);
  const key = nameKey(text);
  const value = valueByWord.get(key) ?? valueByWord.get(nearest(key, [...valueByWord.keys()]) ?? '');
  return value ? labels[value] : null;
}

const labelList = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  `One of: ${values.map((value) => labels[value]).join(', ')}`;

/** Read a choice by label or value in any case; an empty list of accepted values accepts all. */
export function chooseCell<Value extends string>(
  text: string,
  choices: Choices<Value>,
  accepted: readonly Value[],
): ChoiceResult<Value> {
  const { labels } = choices;
  const all = Object.keys(labels) as Value[];
  const offeredValues = accepted.length > 0 ? accepted : all;
  const other = /^other\s*[:(–-]\s*(.*?)\)?$/i.exec(text);
  const key = other ? 'other' : nameKey(text);
  const matchedValue = keysOf(choices).get(key);
  const value = all.find((each) => each === matchedValue) ?? null;
  const rest = other?.[1]?.trim() || null;
  if (value === null)
    return {
      value,
      rest,
      finding: {
        problem: choices.unknown,
        suggestion: closestChoice(text, choices, offeredValues) ?? labelList(offeredValues, labels),
      },
    };
  if (!offeredValues.includes(value))
    return {
      value: null,
      rest,
      finding: { problem: 'Not accepted for this service.', suggestion: labelList(offeredValues, labels) },
    };
  return { value, rest, finding: null };
}
