import { batch } from '#db/batches/batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildFlowCell, buildRunOf, buildSequencer } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import { flowCell } from '#db/sequencing/flow-cells/flow-cell.ts';
import { loadFlowCell } from '#db/sequencing/flow-cells/load-flow-cell.ts';
import { importRun } from '#db/sequencing/runs/import-run.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { ANN, BOB, buildBatchWorld, LEA } from './build-batch-world.ts';
import type { WholeLab } from './whole-lab.ts';

/** The id of the checked flow cell PAO99309. */
export const CELL = buildFlowCell().id;

/** Build a sequencing batch in progress with the libraries s1 (NB01), s2 (NB02) …, a sequencer and a flow cell. */
export function buildLoadingWorld(libraries = 2): MemoryWorld {
  const world = buildBatchWorld({ samples: libraries, procedure: { sampleInputVolume: '10' } });
  const own = { id: 'seq-1', julianId: 'W26325-S01', type: 'SEQUENCING', status: 'IN_PROGRESS' } as const;
  world.putRow(batch, buildBatch(own));
  for (const [at, row] of world.all(sample).entries())
    world.putRow(sample, {
      ...row,
      batchId: 'seq-1',
      plateLocation: `${'ABCDEFGH'[at % 8]}1`,
      sampleKind: 'LIBRARY',
      dnaBarcode: `NB${String(at + 1).padStart(2, '0')}`,
      status: 'IN_PROGRESS',
      extractedConcentration: '20',
      fragmentLength: 10_000,
      remainingVolume: '50',
    });
  world.putRow(sequencer, buildSequencer({ id: 'p24' }));
  world.putRow(flowCell, buildFlowCell());
  return world;
}

type Context = Partial<OperationContext>;

/** Ann on her device, Bob on his, and Lea online. */
export const ANN_THERE: Context = { actor: ANN, deviceId: 'device-ann' };
export const BOB_THERE: Context = { actor: BOB, deviceId: 'device-bob' };
export const LEA_ONLINE: Context = { actor: LEA, deviceId: null };

/** Return a context at a time of November 21. */
export const at = (time: string, by: Context = ANN_THERE): Context => ({
  ...by,
  occurredAt: `2026-11-21T${time}:00.000Z`,
});

/** Load 12 µL of the library s1 onto the flow cell, in position 1B. */
export const load = (world: MemoryWorld, changes: object = {}, context: Context = ANN_THERE) =>
  runRule(
    world,
    loadFlowCell,
    {
      batchId: 'seq-1',
      sampleId: 's1',
      cellId: CELL,
      sequencerId: 'p24',
      positionName: '1B',
      volume: '12',
      ...changes,
    },
    context,
  );

/** Import a run that read every sample of a sequencing batch, and complete the batch. */
export async function sequenceBatch(lab: WholeLab, batchId: string): Promise<void> {
  const run = buildRunOf(lab.world.select(sample, { batchId }));
  await lab.perform('LAB_TECH', importRun, { batchId, run });
  await lab.perform('LAB_TECH', completeBatch, { batchId, childSuffixLetter: null });
}
