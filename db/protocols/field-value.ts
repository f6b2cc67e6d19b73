import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, instant, longText, ref } from '#db/values/field-types.ts';

/** How a value got in. */
export const INPUT_METHODS = ['SCAN', 'TYPED', 'CALCULATED', 'IMPORTED'] as const;
export const InputMethod = z.enum(INPUT_METHODS);
export type InputMethod = z.infer<typeof InputMethod>;

/** One recorded value; never updated, a change adds a row that supersedes it. */
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
    /** The number; of a lot among several, how much was taken of it where a person said so. */
    numericValue: decimal.nullable(),
    inventoryItemId: ref.nullable(),
    barcodeId: ref.nullable(),
    enteredById: ref,
    occurredAt: instant,
    inputMethod: InputMethod,
    supersedesId: ref.nullable(),
    changeReason: longText.nullable(),
    /** It differed from another person's value when it came in. */
    conflict: bool,
    /** It came in after the section was signed: kept, but not part of the record. */
    late: bool,
    /** It takes a lot off the list, or blanks a calculation: the row that it supersedes counts no more. */
    removed: bool,
  }),
  create: [],
  update: [],
  list: { sort: ['occurredAt'], filter: ['assignedSectionId', 'fieldId', 'sampleId'], search: [] },
  indexes: ['assignedSectionId', 'sampleId', 'inventoryItemId'],
  replica: { embedded: [{ collection: 'assigned-sections', as: 'values', parentKey: 'assignedSectionId' }] },
  appendOnly: true,
});
export type FieldValue = Row<typeof fieldValue>;
