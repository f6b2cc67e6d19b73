import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { BarcodeType } from '#db/samples/barcode-type.ts';
import { bool, decimal, int, json, ref, requiredText, text } from '#db/values/field-types.ts';

/** The ways in which a CALCULATION field gets its value (specification section 3). */
const CALCULATION_TYPES = ['BALANCING', 'ADDITION', 'SUBTRACTION', 'MULTIPLICATION', 'DIVISION'] as const;
export const CalculationType = z.enum(CALCULATION_TYPES);
export type CalculationType = z.infer<typeof CalculationType>;

/**
 * The screen text of each type.
 * @public
 */
export const CALCULATION_TYPE_LABEL: Record<CalculationType, string> = {
  BALANCING: 'Balancing',
  ADDITION: 'Addition',
  SUBTRACTION: 'Subtraction',
  MULTIPLICATION: 'Multiplication',
  DIVISION: 'Division',
};

/** The kinds of value that a field records (specification section 3). */
const FIELD_TYPES = ['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'LOT_NUMBER', 'BARCODE', 'CALCULATION'] as const;
export const FieldType = z.enum(FIELD_TYPES);
export type FieldType = z.infer<typeof FieldType>;

/**
 * The screen text of each type.
 * @public
 */
export const FIELD_TYPE_LABEL: Record<FieldType, string> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  DATE: 'Date',
  BOOLEAN: 'Yes or no',
  LOT_NUMBER: 'Lot number',
  BARCODE: 'Barcode',
  CALCULATION: 'Calculation',
};

/** Whether a field is recorded once for the batch or once for each well. */
const FIELD_SCOPES = ['PER_BATCH', 'PER_SAMPLE'] as const;
const FieldScope = z.enum(FIELD_SCOPES);

/** Where a field's value is copied to, on the sample or its child. */
const FIELD_TARGETS = [
  'EXTRACTED_CONCENTRATION',
  'EXTRACTED_VOLUME',
  'FRAGMENT_LENGTH',
  'DNA_BARCODE',
  'FLOW_CELL_ID',
  'INPUT_VOLUME',
] as const;
export const FieldTarget = z.enum(FIELD_TARGETS);
export type FieldTarget = z.infer<typeof FieldTarget>;

/** The text of each target within a sentence. */
export const FIELD_TARGET: Record<FieldTarget, string> = {
  EXTRACTED_CONCENTRATION: 'extracted concentration',
  EXTRACTED_VOLUME: 'extracted volume',
  FRAGMENT_LENGTH: 'fragment length',
  DNA_BARCODE: 'DNA barcode',
  FLOW_CELL_ID: 'flow cell',
  INPUT_VOLUME: 'input volume',
};

/** One value to record in a step, once for the batch or once for each sample. */
export const field = defineEntity({
  name: 'Field',
  table: 'field',
  schema: z.object({
    ...tenantFields,
    /** The step's procedure, so that a device gets the whole method in one document. */
    procedureId: ref.nullable(),
    stepId: ref,
    order: int,
    name: z
      .string()
      .regex(
        /^[A-Za-z_][A-Za-z0-9_]{0,79}$/,
        'A field name has letters, digits and _, and starts with a letter.',
      ),
    label: requiredText,
    type: FieldType,
    scope: FieldScope,
    required: bool,
    measurementUnitId: ref.nullable(),
    min: decimal.nullable(),
    max: decimal.nullable(),
    decimals: z.int().min(0).max(6).nullable(),
    qcMin: decimal.nullable(),
    qcMax: decimal.nullable(),
    maxLength: int.nullable(),
    pattern: text.nullable(),
    /** DATE: dates after today are accepted. */
    allowFuture: bool,
    inventoryTypeId: ref.nullable(),
    quantityPerSample: decimal.nullable(),
    quantityPerBatch: decimal.nullable(),
    barcodeType: BarcodeType.nullable(),
    calculationType: CalculationType.nullable(),
    operands: json.nullable(),
    mapsTo: FieldTarget.nullable(),
    defaultValue: text.nullable(),
    helpText: text.nullable(),
    /** The field of the earliest version of which this one is the successor. */
    originId: ref.nullable(),
  }),
  indexes: ['procedureId', 'stepId'],
  replica: { embedded: [{ collection: 'procedures', as: 'fields', parentKey: 'procedureId' }] },
});
export type Field = Row<typeof field>;

/**
 * Check whether a row of the grid has this field. A control has no tube of its own, so no tube is scanned for
 * it.
 */
export const fieldApplies = (
  field: Pick<Field, 'type' | 'barcodeType'>,
  row: { control: unknown } | null,
): boolean => !(field.type === 'BARCODE' && field.barcodeType === 'SAMPLE' && row?.control != null);
