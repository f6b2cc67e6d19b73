import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, instant, longText, ref } from '#db/values/field-types.ts';

/** How a value was entered. */
const INPUT_METHODS = ['SCAN', 'TYPED', 'CALCULATED', 'IMPORTED'] as const;
export const InputMethod = z.enum(INPUT_METHODS);
export type InputMethod = z.infer<typeof InputMethod>;

/** One recorded value; rows never change, a new row supersedes the old one. */
export const fieldValue = defineEntity({
  name: 'FieldValue',
  table: 'field_value',
  schema: z.object({
    ...tenantFields,
    assignedSectionId: ref,
    fieldId: ref,
    /** The sample, or the control, of a PER_SAMPLE value. */
    sampleId: ref.nullable(),
    value: z.string().max(2000),
    /** The number; for a lot among several, the amount that a person recorded for it. */
    numericValue: decimal.nullable(),
    inventoryItemId: ref.nullable(),
    barcodeId: ref.nullable(),
    enteredById: ref,
    occurredAt: instant,
    inputMethod: InputMethod,
    supersedesId: ref.nullable(),
    changeReason: longText.nullable(),
    /** True when the value differed from another person's value on arrival. */
    conflict: bool,
    /** True when the value arrived after the signature: stored, but not part of the record. */
    late: bool,
    /**
     * True for a row that removes a lot or blanks a calculation: the row that it supersedes no longer counts.
     */
    removed: bool,
  }),
  indexes: ['assignedSectionId', 'sampleId', 'inventoryItemId'],
  replica: { embedded: [{ collection: 'assigned-sections', as: 'values', parentKey: 'assignedSectionId' }] },
  appendOnly: true,
});
export type FieldValue = Row<typeof fieldValue>;

/** One value as a person observed it. */
export interface ValueEntry {
  fieldId: string;
  sampleId: string | null;
  value: string;
  inputMethod: InputMethod;
  /** Amount taken of a lot among several, where the person recorded it. */
  amount: string | null;
  /** Minted before the operation runs, so that both replicas give a value the same id. */
  id: string;
  /** The reason of a correction; null for a plain entry. */
  changeReason: string | null;
  /** The corrected value; null when the person saw none, undefined from a device that does not send it. */
  correctsId?: string | null | undefined;
}

const byTime = (a: FieldValue, b: FieldValue): number =>
  a.occurredAt !== b.occurredAt ? (a.occurredAt < b.occurredAt ? -1 : 1) : a.id < b.id ? -1 : 1;

/** List the effective values, earliest first: neither superseded, nor removed, nor late entries. */
export function effectiveValues(values: readonly FieldValue[]): FieldValue[] {
  const superseded = new Set(values.map((value) => value.supersedesId));
  return values.filter((value) => !value.late && !value.removed && !superseded.has(value.id)).sort(byTime);
}

/** Check whether a value was taken from the plate and not entered by a person. */
export const isFromPlate = (value: Pick<FieldValue, 'inputMethod' | 'numericValue'>): boolean =>
  value.inputMethod === 'CALCULATED' && value.numericValue === null;
