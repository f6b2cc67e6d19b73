import type { Batch } from '#db/batches/batch.ts';
import { type BatchControl, CONTROL_TYPE_LABEL } from '#db/batches/batch-control.ts';
import type { Sample } from '#db/samples/sample.ts';
import { isSampleType } from './sample-sheet.ts';
import type { SheetContent, SheetSample } from './write-sample-sheet.ts';

/** What a person chooses for the sample sheet of one flow cell. */
export interface SheetChoice {
  place: SheetContent['place'];
  flowCellProductCode: string | null;
  kit: string;
  expansions: readonly string[];
  /** The aliases on this flow cell; a batch may fill several. */
  aliases: ReadonlySet<string>;
}

// A control has no tube with a label; names in a sheet hold no blanks.
const controlAlias = ({ controlType, plateLocation }: BatchControl): string =>
  `${CONTROL_TYPE_LABEL[controlType].short}-${plateLocation}`;

/** List the samples and barcoded controls of a batch as a sample sheet names them. */
export function sheetSamplesOf(
  samples: readonly Pick<Sample, 'barcode' | 'dnaBarcode'>[],
  controls: readonly BatchControl[],
): SheetSample[] {
  const tubes = samples.map(
    ({ barcode, dnaBarcode }): SheetSample => ({ alias: barcode, dnaBarcode, type: 'test_sample' }),
  );
  const wells = controls.flatMap((row): SheetSample[] => {
    const type = CONTROL_TYPE_LABEL[row.controlType].sheet;
    return row.dnaBarcode === null || !isSampleType(type)
      ? []
      : [{ alias: controlAlias(row), dnaBarcode: row.dnaBarcode, type }];
  });
  return [...tubes, ...wells];
}

/** Build the content of the sample sheet of a batch for one flow cell; the experiment has the number of the batch. */
export const sheetContentOf = (
  { julianId }: Pick<Batch, 'julianId'>,
  all: readonly SheetSample[],
  { aliases, ...choice }: SheetChoice,
): SheetContent => ({
  ...choice,
  experimentId: julianId,
  sampleId: julianId,
  samples: all.filter(({ alias }) => aliases.has(alias)),
});
