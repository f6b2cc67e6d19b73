import type { Batch } from '#db/batches/batch.ts';
import { type Balanced, balance } from '#db/protocols/values/balancing.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { availableVolume } from './settle-draw.ts';

/** The volumes to pipette for a pool, and whether they give equal amounts (fmol) or equal masses (ng). */
export interface PoolPlan extends Balanced {
  basis: 'MOLAR' | 'MASS';
}

/**
 * Compute how much of each library goes into a pool of a volume (domain 5.8, POOL): equal amounts, or equal masses
 * when the fragment length of one is unknown.
 */
export async function planPool(
  tx: Transaction,
  batch: Batch,
  libraries: readonly Sample[],
  totalVolume: string,
): Promise<PoolPlan> {
  const basis = libraries.every(({ fragmentLength }) => fragmentLength !== null) ? 'MOLAR' : 'MASS';
  const rows = [];
  for (const row of libraries)
    rows.push({
      id: row.id,
      concentration: row.extractedConcentration,
      available: (await availableVolume(tx, batch, row))?.toFixed() ?? null,
      length: row.fragmentLength === null ? null : String(row.fragmentLength),
    });
  const settings = {
    mode: 'POOL',
    basis,
    target: null,
    finalVolume: totalVolume,
    maxVolume: null,
    minPipette: '1',
    resolution: '0.1',
    molecule: 'ds',
  } as const;
  return { ...balance('Pool', settings, rows), basis };
}
