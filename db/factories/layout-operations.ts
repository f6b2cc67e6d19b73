import { placeSample } from '#db/batches/place-sample.ts';
import { startBatch } from '#db/batches/start-batch.ts';
import { ANN } from '#db/factories/build-batch-world.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Sample, sample } from '#db/samples/sample.ts';

export const onDevice: Partial<OperationContext> = { replica: 'device', actor: ANN };
export const sampleNow = (world: MemoryWorld, id: string): Sample => {
  const sampleRow = world.all(sample).find((one) => one.id === id);
  if (!sampleRow) throw new Error(`no ${id}`);
  return sampleRow;
};
export const change = (world: MemoryWorld, id: string, overrides: Partial<Sample>) =>
  world.putRow(sample, { ...sampleNow(world, id), ...overrides });
export const place = (
  world: MemoryWorld,
  sampleId: string,
  plateLocation: string,
  context = onDevice,
  batchId = 'batch-1',
) => runRule(world, placeSample, { batchId, sampleId, plateLocation }, context);
export const start = (world: MemoryWorld, context: Partial<OperationContext> = onDevice) =>
  runRule(world, startBatch, { batchId: 'batch-1' }, context);
