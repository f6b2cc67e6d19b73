import { type Barcode, barcode } from '#db/samples/barcode.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build the active label of a sample. */
export function buildBarcode(overrides: Partial<Barcode> = {}): Barcode {
  const number = nextNumber('barcode');
  return buildRow(
    barcode,
    {
      id: `barcode-${number}`,
      value: `W26325-${String(number).padStart(4, '0')}-01`,
      type: 'SAMPLE',
      active: true,
    },
    overrides,
  );
}
