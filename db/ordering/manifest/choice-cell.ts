import { nameKey } from './clean-cell.ts';
import type { Finding } from './manifest-fault.ts';
import { nearest } from './nearest.ts';

/** A list of which a cell names one: values with their labels, and what people write for them. */
export interface Choices<Value extends string> {
  labels: Readonly<Record<Value, string>>;
  /** Everyday words: never taken for the value, but named as what was meant. */
  everyday: Readonly<Record<string, Value>>;
  unknown: string;
}

/** What a cell with a choice says; `rest` is what follows "Other". */
export interface Chosen<Value extends string> {
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

/** Every key by which a list's values are named; worked out once a list. */
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

function meant<Value extends string>(
  text: string,
  { labels, everyday }: Choices<Value>,
  offered: readonly Value[],
): string | null {
  const words = new Map<string, Value>();
  for (const value of offered) for (const word of labelKeys(value, labels[value])) words.set(word, value);
  for (const [word, value] of Object.entries<Value>(everyday))
    if (offered.includes(value)) words.set(word, value);
  const key = nameKey(text);
  const value = words.get(key) ?? words.get(nearest(key, [...words.keys()]) ?? '');
  return value ? labels[value] : null;
}

const listed = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
  `One of: ${values.map((value) => labels[value]).join(', ')}`;

/** Reads a choice by label or value in any case; an empty list of accepted values accepts all. */
export function chooseCell<Value extends string>(
  text: string,
  choices: Choices<Value>,
  accepted: readonly Value[],
): Chosen<Value> {
  const { labels } = choices;
  const all = Object.keys(labels) as Value[];
  const offered = accepted.length > 0 ? accepted : all;
  const other = /^other\s*[:(–-]\s*(.*?)\)?$/i.exec(text);
  const key = other ? 'other' : nameKey(text);
  const named = keysOf(choices).get(key);
  const value = all.find((each) => each === named) ?? null;
  const rest = other?.[1]?.trim() || null;
  if (value === null)
    return {
      value,
      rest,
      finding: {
        problem: choices.unknown,
        suggestion: meant(text, choices, offered) ?? listed(offered, labels),
      },
    };
  if (!offered.includes(value))
    return {
      value: null,
      rest,
      finding: { problem: 'Not accepted for this service.', suggestion: listed(offered, labels) },
    };
  return { value, rest, finding: null };
}
