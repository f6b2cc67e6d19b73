import { expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { ANN } from '#db/factories/benches/build-batch-world.ts';
import { buildLoadingWorld } from '#db/factories/benches/loading-bench.ts';
import { buildBatchResult, buildSampleResult } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { field } from '#db/protocols/field.ts';
import { sample } from '#db/samples/sample.ts';
import { batchResult } from './batch-result.ts';
import { sampleResult } from './sample-result.ts';

/** Build a batch that only its runs keep from being completed. */
function buildReadyWorld(): MemoryWorld {
  const world = buildLoadingWorld();
  for (const row of world.all(field)) world.putRow(field, { ...row, required: false });
  return world;
}
const complete = (world: MemoryWorld) => runRule(world, completeBatch, { batchId: 'seq-1' }, { actor: ANN });
const putRun = (world: MemoryWorld, id: string, changes: object = {}, sampleIds = ['s1', 's2']) => {
  world.putRow(batchResult, buildBatchResult({ id, batchId: 'seq-1', ...changes }));
  for (const sampleId of sampleIds)
    world.putRow(sampleResult, buildSampleResult({ id: `${id}-${sampleId}`, sampleId, batchResultId: id }));
};

test('a sequencing batch without a run is not completed', async () => {
  await expect(complete(buildReadyWorld())).rejects.toThrow('Import the sequencer run of this batch first.');
});

test('a run in progress keeps its batch open', async () => {
  const world = buildReadyWorld();
  putRun(world, 'a');
  putRun(world, 'b', { runStatus: 'IN_PROGRESS' });
  await expect(complete(world)).rejects.toThrow('1 sequencer run is still in progress.');
  putRun(world, 'b', { deleted: true });
  expect((await complete(world)).outcome).toBe('APPLIED');
  expect(world.one(batch, 'seq-1')?.status).toBe('COMPLETED');
});

test('every sample in progress needs a result of one of the runs', async () => {
  const world = buildReadyWorld();
  putRun(world, 'a', {}, ['s1']);
  await expect(complete(world)).rejects.toThrow(
    '1 samples have no result of a run. Samples: W26325-0002-01.',
  );
  putRun(world, 'b', { runStatus: 'PROTOCOL_STOPPED_BY_USER' }, ['s2']);
  expect((await complete(world)).outcome).toBe('APPLIED');
});

test('a sample that failed needs no result', async () => {
  const world = buildReadyWorld();
  putRun(world, 'a', {}, ['s1']);
  const row = world.one(sample, 's2');
  if (row) world.putRow(sample, { ...row, status: 'FAILED_QC' });
  expect((await complete(world)).outcome).toBe('APPLIED');
});
