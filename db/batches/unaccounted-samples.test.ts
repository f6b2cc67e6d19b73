import { describe, expect, test } from 'vitest';
import { ANN, BOB } from '#db/factories/benches/build-batch-world.ts';
import { sampleNow } from '#db/factories/benches/layout-operations.ts';
import { at, by, startedWorld } from '#db/factories/benches/section-operations.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { failSample } from '#db/samples/failing/fail-sample.ts';
import { sample } from '#db/samples/sample.ts';
import { batch } from './batch.ts';
import { completionProblems } from './completion-problems.ts';
import { plateOf } from './find-batch.ts';
import { unplaceSample } from './layout/unplace-sample.ts';

const fail = (world: MemoryWorld) =>
  runRule(
    world,
    failSample,
    { sampleId: 's2', failureReason: 'BAD_SAMPLE', failureNotes: 'clotted' },
    by(BOB, 5),
  );

const completionProblemsNow = (world: MemoryWorld): Promise<string[]> =>
  world.transaction({ at: at(50), userId: 'ann', entity: 'WBL' }, async (tx) => {
    const row = world.one(batch, 'batch-1');
    if (!row) throw new Error('no batch');
    return completionProblems(tx, row, await plateOf(tx, row.id));
  });

describe('completion of a batch', () => {
  test('is refused with the name of a tube that was not started with it, until that tube is failed or removed', async () => {
    const world = await startedWorld();
    const lost = sampleNow(world, 's2');
    for (const leave of [
      () => fail(world),
      () => runRule(world, unplaceSample, { batchId: 'batch-1', sampleId: 's2' }, by(ANN, 5)),
    ]) {
      world.putRow(sample, { ...lost, status: 'BATCH_ASSIGNED', remainingVolume: '1000' });
      const problems = await completionProblemsNow(world);
      expect(problems).toContain(
        'Sample W26325-0002-01 was not started with the batch: “Batch assigned”. Fail it, or remove it from the batch.',
      );
      await leave();
      expect((await completionProblemsNow(world)).join(' ')).not.toContain('was not started');
    }
    expect(sampleNow(world, 's2')).toMatchObject({
      status: 'IN_QUEUE',
      batchId: null,
      remainingVolume: '1000',
    });
  });

  test('is refused with the name of a tube without a well, whose removal returns the volume', async () => {
    const world = await startedWorld();
    world.putRow(sample, { ...sampleNow(world, 's2'), plateLocation: null });
    expect(await completionProblemsNow(world)).toContain(
      'Sample W26325-0002-01 has no well. Fail it, or remove it from the batch.',
    );
    await runRule(world, unplaceSample, { batchId: 'batch-1', sampleId: 's2' }, by(ANN, 5));
    expect(sampleNow(world, 's2')).toMatchObject({
      status: 'IN_QUEUE',
      batchId: null,
      remainingVolume: '1000',
    });
    await expect(
      runRule(world, unplaceSample, { batchId: 'batch-1', sampleId: 's1' }, by(ANN, 6)),
    ).rejects.toThrow('has already started');
  });

  test('names the tubes without a result', async () => {
    const world = await startedWorld();
    expect(await completionProblemsNow(world)).toContain(
      '2 samples have no extracted concentration. Samples: W26325-0001-01, W26325-0002-01.',
    );
  });
});
