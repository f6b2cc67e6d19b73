import type { Field } from '#db/protocols/field.ts';
import type { ColumnKind } from './grid-cells.ts';

const KINDS: Record<Field['type'], ColumnKind> = {
  TEXT: 'text',
  NUMBER: 'number',
  DATE: 'date',
  BOOLEAN: 'boolean',
  LOT_NUMBER: 'code',
  BARCODE: 'code',
  CALCULATION: 'calculated',
};

/** Return the input kind of a field. */
export const kindOf = (field: Field): ColumnKind => KINDS[field.type];

/** Check whether values of this field are scanned codes. */
export const takesScans = (field: Field): boolean => kindOf(field) === 'code';
