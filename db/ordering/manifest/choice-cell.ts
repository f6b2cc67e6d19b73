import { nameKey } from './clean-cell.ts';
import type { Finding } from './manifest-fault.ts';
import { nearest } from './nearest.ts';

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
