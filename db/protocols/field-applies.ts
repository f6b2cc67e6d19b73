import type { Field } from './field.ts';

/** Is this field asked of this row of the grid? A control has no tube of its own, so no tube is scanned for it. */
export const fieldApplies = (
  field: Pick<Field, 'type' | 'barcodeType'>,
  row: { control: unknown } | null,
): boolean => !(field.type === 'BARCODE' && field.barcodeType === 'SAMPLE' && row?.control != null);
