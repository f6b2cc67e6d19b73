import { z } from 'zod';

/** The kinds of value that a field records (specification section 3). */
export const FIELD_TYPES = [
  'TEXT',
  'NUMBER',
  'DATE',
  'BOOLEAN',
  'LOT_NUMBER',
  'BARCODE',
  'CALCULATION',
] as const;
export const FieldType = z.enum(FIELD_TYPES);
export type FieldType = z.infer<typeof FieldType>;

/** The screen text of each type. */
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
export const FIELD_SCOPES = ['PER_BATCH', 'PER_SAMPLE'] as const;
export const FieldScope = z.enum(FIELD_SCOPES);
export type FieldScope = z.infer<typeof FieldScope>;

/** Where a field's value is copied to, on the sample or its child. */
export const FIELD_TARGETS = [
  'EXTRACTED_CONCENTRATION',
  'EXTRACTED_VOLUME',
  'FRAGMENT_LENGTH',
  'DNA_BARCODE',
  'FLOW_CELL_ID',
  'INPUT_VOLUME',
] as const;
export const FieldTarget = z.enum(FIELD_TARGETS);
export type FieldTarget = z.infer<typeof FieldTarget>;
