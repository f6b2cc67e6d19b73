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

/** How a field is typed. */
export const kindOf = (field: Field): ColumnKind => KINDS[field.type];

/** Is a value of this field a code that is scanned? */
export const takesScans = (field: Field): boolean => kindOf(field) === 'code';
