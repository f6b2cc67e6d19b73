import { batchControl } from '#db/batches/batch-control.ts';
import type { Field } from '#db/protocols/field.ts';
import type { GridRow } from '#db/protocols/sections/section-run.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';

/** Check whether this field records the DNA barcode of a well. */
export const namesDnaBarcode = (field: Pick<Field, 'barcodeType' | 'mapsTo'>): boolean =>
  field.barcodeType === 'DNA_BARCODE' || field.mapsTo === 'DNA_BARCODE';

/** Copy a DNA barcode that was recorded for a well to its sample or control (domain 5.7). */
export async function giveDnaBarcode(
  tx: Transaction,
  field: Field,
  row: GridRow,
  dnaBarcode: string,
): Promise<void> {
  if (!namesDnaBarcode(field)) return;
  if (row.sample) await tx.patch(sample, row.sample.id, { dnaBarcode });
  if (row.control) await tx.patch(batchControl, row.control.id, { dnaBarcode });
}
