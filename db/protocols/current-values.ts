import { sameValue } from './canonical-value.ts';
import type { Field } from './field.ts';
import type { FieldValue } from './field-value.ts';

/** What is recorded for one field (and one sample): the value that counts, its witnesses and whatever contradicts it. */
export interface CurrentValue {
  fieldId: string;
  sampleId: string | null;
  current: FieldValue;
  /** Equal values that other people recorded too. */
  witnesses: FieldValue[];
  /** Different values: a person must decide before the section can be signed. */
  differing: FieldValue[];
}

/** The place of a value within an assigned section. */
export const valueKey = (fieldId: string, sampleId: string | null): string => `${fieldId}|${sampleId ?? ''}`;

const byTime = (a: FieldValue, b: FieldValue): number =>
  a.occurredAt !== b.occurredAt ? (a.occurredAt < b.occurredAt ? -1 : 1) : a.id < b.id ? -1 : 1;

/** Values that stand: neither superseded by a later one nor late entries, earliest first. */
export function standingValues(values: readonly FieldValue[]): FieldValue[] {
  const superseded = new Set(values.map((value) => value.supersedesId));
  return values.filter((value) => !value.late && !superseded.has(value.id)).sort(byTime);
}

/** The current value of every field and sample of an assigned section: the earliest that stands. */
export function currentValues(
  values: readonly FieldValue[],
  fields: readonly Field[],
): Map<string, CurrentValue> {
  const types = new Map(fields.map((field) => [field.id, field.type]));
  const current = new Map<string, CurrentValue>();
  for (const value of standingValues(values)) {
    const key = valueKey(value.fieldId, value.sampleId);
    const known = current.get(key);
    if (!known) {
      const { fieldId, sampleId } = value;
      current.set(key, { fieldId, sampleId, current: value, witnesses: [], differing: [] });
    } else if (sameValue(types.get(value.fieldId) ?? 'TEXT', known.current.value, value.value)) {
      known.witnesses.push(value);
    } else {
      known.differing.push(value);
    }
  }
  return current;
}
