import { batch } from '#db/batches/batch.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { buildBatchWorld, LEA } from './build-batch-world.ts';

/** The context of a lab manager at the browser, who judges and imports runs. */
export const ONLINE = { deviceId: null, actor: LEA };

/** Build a sequencing batch in progress with the libraries s1 (NB01) and s2 (NB02). */
export function buildRunWorld(library: Partial<Sample> = {}): MemoryWorld {
  const world = buildBatchWorld({ samples: 2 });
  world.putRow(
    batch,
    buildBatch({ id: 'seq-1', type: 'SEQUENCING', status: 'IN_PROGRESS', julianId: 'W26325-S01' }),
  );
  world.putRow(
    procedure,
    buildProcedure({ id: 'procedure-sequencing', batchType: 'SEQUENCING', sampleInputVolume: '10' }),
  );
  for (const row of world.all(specimen)) world.putRow(specimen, { ...row, status: 'IN_PROGRESS' });
  for (const [at, row] of world.all(sample).entries())
    world.putRow(sample, {
      ...row,
      batchId: 'seq-1',
      dnaBarcode: `NB0${at + 1}`,
      status: 'IN_PROGRESS',
      stage: 'SEQUENCING',
      sampleKind: 'LIBRARY',
      sequencingProcedureId: 'procedure-sequencing',
      ...library,
    });
  return world;
}
