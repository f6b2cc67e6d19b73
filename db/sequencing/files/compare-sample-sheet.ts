import { sheetBarcode } from './barcode-kits.ts';
import type { SampleSheet } from './sample-sheet.ts';
import type { SheetSample } from './write-sample-sheet.ts';

/** A cell of a sample sheet that differs from the batch; null stands for a row that one of them does not have. */
export interface SheetDifference {
  line: number | null;
  column: string;
  sheet: string | null;
  batch: string | null;
}

const barcodeOf = ({ dnaBarcode }: SheetSample): string =>
  dnaBarcode === null ? '' : (sheetBarcode(dnaBarcode) ?? dnaBarcode);

/**
 * Compare a sample sheet with the batch, cell by cell: rows belong together by alias, then by barcode. A sheet may
 * leave out samples, because it is for one flow cell; they are listed without a line.
 */
export function compareSampleSheet(
  { rows, columns }: Pick<SampleSheet, 'rows' | 'columns'>,
  batch: { julianId: string; samples: readonly SheetSample[] },
): SheetDifference[] {
  const differences: SheetDifference[] = [];
  const isBarcoded = columns.includes('barcode');
  const present = new Set<SheetSample>();
  for (const { line, cells } of rows) {
    const compare = (column: string, expected: string): void => {
      const value = cells.get(column);
      if (value !== undefined && value !== expected)
        differences.push({ line, column, sheet: value, batch: expected });
    };
    compare('experiment_id', batch.julianId);
    if (!isBarcoded) continue;
    const row = findSample(cells, batch.samples);
    if (!row) {
      const name = cells.get('alias') || cells.get('barcode') || '';
      differences.push({ line, column: 'alias', sheet: name, batch: null });
      continue;
    }
    present.add(row);
    compare('alias', row.alias);
    compare('barcode', barcodeOf(row));
    compare('type', row.type);
  }
  if (isBarcoded)
    for (const row of batch.samples)
      if (!present.has(row)) differences.push({ line: null, column: 'alias', sheet: null, batch: row.alias });
  return differences;
}

function findSample(
  cells: ReadonlyMap<string, string>,
  samples: readonly SheetSample[],
): SheetSample | undefined {
  const alias = cells.get('alias')?.toUpperCase();
  const barcode = cells.get('barcode');
  return (
    samples.find((one) => one.alias.toUpperCase() === alias) ??
    samples.find((one) => barcode !== '' && barcodeOf(one) === barcode)
  );
}
