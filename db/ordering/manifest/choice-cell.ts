import { labelKeys } from '#db/records/imports/propose-words.ts';
import { nameKey } from '#db/values/clean-cell.ts';
import { nearest } from '#db/values/nearest-word.ts';
import type { Finding } from './manifest-fault.ts';

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

function closestChoice<Value extends string>(
  text: string,
  { labels, everyday }: Choices<Value>,
  offeredValues: readonly Value[],
): string | null {
  const valueByWord = new Map<string, Value>();
  for (const value of offeredValues)
    for (const [key, each] of labelKeys(labels)) if (each === value) valueByWord.set(key, value);
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
  const matchedValue = labelKeys(labels).get(key);
  const value = all.find((each) => each === matchedValue) ?? null;
  const rest = other?.[1]?.trim() || null;
  if (value === null) {
    const closest = closestChoice(text, choices, offeredValues);
    const suggestion = closest ?? labelList(offeredValues, labels);
    return { value, rest, finding: { problem: choices.unknown, suggestion, fix: closest } };
  }
  if (!offeredValues.includes(value))
    return {
      value: null,
      rest,
      finding: { problem: 'Not accepted for this service.', suggestion: labelList(offeredValues, labels) },
    };
  return { value, rest, finding: null };
}
