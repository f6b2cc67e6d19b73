import type { Field } from '#db/protocols/field.ts';
import { sameValue } from './canonical-value.ts';
import { effectiveValues, type FieldValue } from './field-value.ts';

/**
 * Check whether a field takes several lots: a lot field that is recorded once for the batch does. Each lot is
 * a place of its own (domain 5.7).
 */
export const takesSeveralLots = (field: Pick<Field, 'type' | 'scope'>): boolean =>
  field.type === 'LOT_NUMBER' && field.scope === 'PER_BATCH';

/**
 * The state of one field (and one sample, or one lot): the value that counts, equal values and differing
 * values.
 */
export interface CurrentValue {
  fieldId: string;
  sampleId: string | null;
  /**
   * When the value was first recorded, whatever changed since: lots keep the order in which they were
   * scanned.
   */
  since: string;
  current: FieldValue;
  /** Equal values that other people recorded. */
  witnesses: FieldValue[];
  /** Different values: a person must decide before the section can be signed. */
  differing: FieldValue[];
}

/**
 * Build the key of a value's place within an assigned section; `lotId` only where the field takes several
 * lots.
 */
export const valueKey = (fieldId: string, sampleId: string | null, lotId: string | null = null): string =>
  `${fieldId}|${sampleId ?? ''}${lotId === null ? '' : `|${lotId}`}`;

type Recorded = Pick<FieldValue, 'value' | 'numericValue' | 'inventoryItemId'>;

/** Return the lot that distinguishes places of a field, or null. */
export const lotOfPlace = (
  field: Pick<Field, 'type' | 'scope'> | undefined,
  value: Pick<FieldValue, 'inventoryItemId'>,
): string | null => (field !== undefined && takesSeveralLots(field) ? value.inventoryItemId : null);

/** Check whether two rows of one place are equal. Rows of a lot among several also compare the amount. */
export const sameEntry = (
  field: Pick<Field, 'type' | 'scope'> | undefined,
  a: Recorded,
  b: Recorded,
): boolean =>
  field !== undefined && takesSeveralLots(field)
    ? a.inventoryItemId === b.inventoryItemId && a.numericValue === b.numericValue
    : sameValue(field?.type ?? 'TEXT', a.value, b.value);

/**
 * Compute the current value of every field, sample and lot of an assigned section: the earliest effective
 * one.
 */
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

// A lot that somebody scanned without an amount does not contradict the amount that another person recorded.
const isLessSpecific = (field: Field | undefined, value: FieldValue): boolean =>
  field !== undefined && takesSeveralLots(field) && value.numericValue === null;

/**
 * List the entries of a field that is recorded once for the batch: one value, or its lots in the order of
 * use.
 */
export const recordedOf = (current: ReadonlyMap<string, CurrentValue>, fieldId: string): CurrentValue[] =>
  [...current.values()]
    .filter((one) => one.fieldId === fieldId && one.sampleId === null)
    .sort((a, b) => (a.since === b.since ? 0 : a.since < b.since ? -1 : 1));
