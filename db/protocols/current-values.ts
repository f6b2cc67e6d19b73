import { sameValue } from './canonical-value.ts';
import { effectiveValues } from './effective-values.ts';
import type { Field } from './field.ts';
import type { FieldValue } from './field-value.ts';

/** A lot field that is recorded once for the batch takes several lots; each lot is a place of its own (domain 5.7). */
export const takesSeveralLots = (field: Pick<Field, 'type' | 'scope'>): boolean =>
  field.type === 'LOT_NUMBER' && field.scope === 'PER_BATCH';

/** What is recorded for one field (and one sample, or one lot): the value that counts, its witnesses and whatever contradicts it. */
export interface CurrentValue {
  fieldId: string;
  sampleId: string | null;
  /** When it was first recorded, whatever was said of it since: lots keep the order in which they were scanned. */
  since: string;
  current: FieldValue;
  /** Equal values that other people recorded too. */
  witnesses: FieldValue[];
  /** Different values: a person must decide before the section can be signed. */
  differing: FieldValue[];
}

/** The place of a value within an assigned section; `lotId` only where several lots are taken. */
export const valueKey = (fieldId: string, sampleId: string | null, lotId: string | null = null): string =>
  `${fieldId}|${sampleId ?? ''}${lotId === null ? '' : `|${lotId}`}`;

type Recorded = Pick<FieldValue, 'value' | 'numericValue' | 'inventoryItemId'>;

/** The lot that tells places of a field apart, or null. */
export const lotOfPlace = (
  field: Pick<Field, 'type' | 'scope'> | undefined,
  value: Pick<FieldValue, 'inventoryItemId'>,
): string | null => (field !== undefined && takesSeveralLots(field) ? value.inventoryItemId : null);

/** Do two rows of one place say the same? Of a lot among several: how much was taken of it. */
export const sameEntry = (
  field: Pick<Field, 'type' | 'scope'> | undefined,
  a: Recorded,
  b: Recorded,
): boolean =>
  field !== undefined && takesSeveralLots(field)
    ? a.inventoryItemId === b.inventoryItemId && a.numericValue === b.numericValue
    : sameValue(field?.type ?? 'TEXT', a.value, b.value);

/** The current value of every field and sample of an assigned section, and of every lot: the earliest that stands. */
export function currentValues(
  values: readonly FieldValue[],
  fields: readonly Field[],
): Map<string, CurrentValue> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const rows = new Map(values.map((value) => [value.id, value]));
  const current = new Map<string, CurrentValue>();
  for (const value of effectiveValues(values)) {
    const field = byId.get(value.fieldId);
    const key = valueKey(value.fieldId, value.sampleId, lotOfPlace(field, value));
    const known = current.get(key);
    if (!known) {
      const { fieldId, sampleId } = value;
      const since = firstOf(value, rows).occurredAt;
      current.set(key, { fieldId, sampleId, since, current: value, witnesses: [], differing: [] });
    } else if (sameEntry(field, known.current, value) || isLessSpecific(field, value)) {
      known.witnesses.push(value);
    } else if (isLessSpecific(field, known.current)) {
      known.witnesses.push(known.current);
      known.current = value;
    } else {
      known.differing.push(value);
    }
  }
  return current;
}

function firstOf(value: FieldValue, rows: ReadonlyMap<string, FieldValue>): FieldValue {
  const before = value.supersedesId === null ? undefined : rows.get(value.supersedesId);
  return before === undefined ? value : firstOf(before, rows);
}

// A lot that somebody only scanned does not contradict the amount that another person says was taken of it.
const isLessSpecific = (field: Field | undefined, value: FieldValue): boolean =>
  field !== undefined && takesSeveralLots(field) && value.numericValue === null;

/** What is recorded of a field that is recorded once for the batch: one value, or its lots in the order of their use. */
export const recordedOf = (current: ReadonlyMap<string, CurrentValue>, fieldId: string): CurrentValue[] =>
  [...current.values()]
    .filter((one) => one.fieldId === fieldId && one.sampleId === null)
    .sort((a, b) => (a.since === b.since ? 0 : a.since < b.since ? -1 : 1));
