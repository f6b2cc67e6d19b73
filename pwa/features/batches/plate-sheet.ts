import { BATCH_STATUS_DISPLAY, BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { SAMPLE_STATUS } from '#db/samples/sample.ts';
import { compareWells } from '#db/values/plate-well.ts';
import { knownFacts, type PrintSheet } from '#pwa/printing/print-sheet.ts';
import type { BatchView } from './batch-view.ts';

/** Split a barcode for the narrow position of a printed map: `W26320-` above `0015-01`. */
const barcodeLines = (barcode: string): string[] => {
  const at = barcode.indexOf('-');
  return at < 0 ? [barcode] : [barcode.slice(0, at + 1), barcode.slice(at + 1)];
};

/** Build the printed plate map of a batch: each well with its tube and DNA barcode, and the same as a list. */
export function plateSheet(
  view: Pick<BatchView, 'batch' | 'procedure' | 'samples' | 'controls'>,
): PrintSheet {
  const { batch, procedure, samples, controls } = view;
  const cells = new Map<string, readonly string[]>();
  for (const row of samples)
    if (row.plateLocation !== null)
      cells.set(row.plateLocation, [
        ...barcodeLines(row.barcode),
        ...(row.dnaBarcode ? [row.dnaBarcode] : []),
      ]);
  for (const row of controls)
    cells.set(row.plateLocation, [row.name, ...(row.dnaBarcode ? [row.dnaBarcode] : [])]);
  const wells = [
    ...samples.map((row) => ({
      well: row.plateLocation ?? '',
      cells: [row.barcode, row.dnaBarcode ?? '', row.remainingVolume ?? '', SAMPLE_STATUS[row.status].label],
    })),
    ...controls.map((row) => ({
      well: row.plateLocation,
      cells: [row.name, row.dnaBarcode ?? '', '', 'Control'],
    })),
  ].sort((a, b) => compareWells(a.well, b.well));
  return {
    entity: batch.entity,
    title: 'Plate map',
    number: batch.julianId,
    name: batch.name,
    facts: knownFacts([
      { name: 'Procedure', value: procedure.name },
      { name: 'Type', value: BATCH_TYPE_FACTS[batch.type].label },
      { name: 'Status', value: BATCH_STATUS_DISPLAY[batch.status].label },
      { name: 'Samples', value: String(samples.length) },
    ]),
    map: { rows: 8, columns: 12, cells },
    tables: [
      {
        title: 'Wells',
        columns: ['Well', 'Sample', 'DNA barcode', 'Volume, µL', 'Status'],
        rows: wells.map((one) => [one.well, ...one.cells]),
      },
    ],
  };
}
