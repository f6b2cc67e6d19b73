import type { Sample } from '#db/samples/sample.ts';
import { sheetBarcode } from '../files/barcode-kits.ts';
import type { ImportedBarcode } from './imported-run.ts';

/** The yield of a run for one sample of the batch. */
interface SampleYield {
  sample: Sample;
  dnaBarcode: string | null;
  readsPass: number;
  basesPass: number;
  estimatedBases: number;
  n50: number | null;
  meanReadLength: number | null;
  meanQscore: number | null;
}

/** The yields of a run by sample, and those that belong to no sample. */
export interface AssignedYields {
  samples: SampleYield[];
  unassigned: ImportedBarcode[];
}

/**
 * Assign the yields of a run to the samples of its batch: by the alias, because basecallers name aliased reads
 * `unclassified`, then by the barcode, and in a run without barcodes to the only sample.
 */
export function assignYields(
  barcodes: readonly ImportedBarcode[],
  samples: readonly Sample[],
): AssignedYields {
  const yields = new Map<string, SampleYield>();
  const unassigned: ImportedBarcode[] = [];
  for (const one of barcodes) {
    const row = sampleFor(one, samples);
    if (!row) {
      if (one.basesPass + one.estimatedBases > 0) unassigned.push(one);
      continue;
    }
    const known = yields.get(row.id);
    yields.set(row.id, known ? addYield(known, one) : yieldOf(row, one));
  }
  return { samples: [...yields.values()], unassigned };
}

function sampleFor({ alias, barcode }: ImportedBarcode, samples: readonly Sample[]): Sample | undefined {
  const name = alias?.toUpperCase();
  const aliasSample =
    name === undefined ? undefined : samples.find((row) => row.barcode.toUpperCase() === name);
  if (aliasSample) return aliasSample;
  if (barcode !== null && barcode !== 'unclassified')
    return samples.find(({ dnaBarcode }) => dnaBarcode !== null && sheetBarcode(dnaBarcode) === barcode);
  const [only, another] = samples;
  return barcode === null && another === undefined ? only : undefined;
}

const yieldOf = (row: Sample, one: ImportedBarcode): SampleYield => ({
  sample: row,
  dnaBarcode: one.barcode,
  readsPass: one.readsPass,
  basesPass: one.basesPass,
  estimatedBases: one.estimatedBases,
  n50: one.n50?.value ?? null,
  meanReadLength: one.meanReadLength,
  meanQscore: one.meanQscore,
});

// A sample may have several barcodes; the means are weighted, and the N50 is that of the larger part.
function addYield(sum: SampleYield, one: ImportedBarcode): SampleYield {
  const reads = sum.readsPass + one.readsPass;
  const weighted = (a: number | null, b: number | null): number | null =>
    a === null || b === null || reads === 0 ? (a ?? b) : (a * sum.readsPass + b * one.readsPass) / reads;
  const larger = one.basesPass > sum.basesPass ? one : null;
  return {
    sample: sum.sample,
    dnaBarcode: larger ? larger.barcode : sum.dnaBarcode,
    readsPass: reads,
    basesPass: sum.basesPass + one.basesPass,
    estimatedBases: sum.estimatedBases + one.estimatedBases,
    n50: larger?.n50?.value ?? sum.n50,
    meanReadLength: weighted(sum.meanReadLength, one.meanReadLength),
    meanQscore: weighted(sum.meanQscore, one.meanQscore),
  };
}
