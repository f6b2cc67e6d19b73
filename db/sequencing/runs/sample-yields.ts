import { order } from '#db/ordering/orders/order.ts';
import { protocol } from '#db/protocols/protocol.ts';
import type { Sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { sheetBarcode } from '../files/barcode-kits.ts';
import { type BatchResult, batchResult } from './batch-result.ts';
import type { ImportedBarcode } from './imported-run.ts';
import { type SampleResult, sampleResult } from './sample-result.ts';

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

/** Check whether the yields of a run count for its samples: a failed run leaves the sum. */
export const isCounted = ({ deleted, countsForOrder, qcVerdict }: BatchResult): boolean =>
  !deleted && countsForOrder && qcVerdict !== 'FAIL';

/** Sum the passed bases of a sample over the runs that count. */
async function sumYields(tx: Transaction, results: readonly SampleResult[]): Promise<number> {
  let bases = 0;
  for (const one of results) {
    const run = await tx.get(batchResult, one.batchResultId);
    if (run && isCounted(run)) bases += one.basesPass;
  }
  return bases;
}

/**
 * Compute the cumulative yield of a sample anew after a run of it changed, and let the rule decide where no person
 * did: passed as soon as the sum reaches the target (domain-lab 16). The rule never fails a sample.
 */
export async function updateCumulativeYield(tx: Transaction, sampleId: string): Promise<void> {
  const results = await tx.find(sampleResult, { sampleId, deleted: false });
  const cumulativeBases = await sumYields(tx, results);
  const target = await targetBasesOf(tx, results[0]?.specimenId ?? null);
  const isReached = target !== null && cumulativeBases >= target;
  for (const row of results) {
    const run = await tx.get(batchResult, row.batchResultId);
    const ruled = isReached && run && isCounted(run) ? 'PASS' : 'PENDING';
    const qcStatus = row.overriddenById === null ? ruled : row.qcStatus;
    if (row.cumulativeBases === cumulativeBases && row.qcStatus === qcStatus) continue;
    await tx.patch(sampleResult, row.id, { cumulativeBases, qcStatus });
  }
}

/** Return the target of a specimen's service in bases; null when the service has none. */
export async function targetBasesOf(tx: Transaction, specimenId: string | null): Promise<number | null> {
  const tube = specimenId === null ? undefined : await tx.get(specimen, specimenId);
  const protocolId = tube && (tube.protocolId ?? (await tx.get(order, tube.orderId))?.protocolId);
  const method = protocolId ? await tx.get(protocol, protocolId) : undefined;
  return method?.targetYieldGb ? Math.round(Number(method.targetYieldGb) * 1e9) : null;
}
