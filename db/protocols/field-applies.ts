import type { Field } from './field.ts';

/**
 * Check whether a row of the grid has this field. A control has no tube of its own, so no tube is scanned for
 * it.
 */
export const fieldApplies = (
  field: Pick<Field, 'type' | 'barcodeType'>,
  row: { control: unknown } | null,
): boolean => !(field.type === 'BARCODE' && field.barcodeType === 'SAMPLE' && row?.control != null);
