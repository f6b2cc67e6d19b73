import type { FieldValue } from './field-value.ts';

const byTime = (a: FieldValue, b: FieldValue): number =>
  a.occurredAt !== b.occurredAt ? (a.occurredAt < b.occurredAt ? -1 : 1) : a.id < b.id ? -1 : 1;

/** List the effective values, earliest first: neither superseded, nor removed, nor late entries. */
export function effectiveValues(values: readonly FieldValue[]): FieldValue[] {
  const superseded = new Set(values.map((value) => value.supersedesId));
  return values.filter((value) => !value.late && !value.removed && !superseded.has(value.id)).sort(byTime);
}
