import { placeSample } from '#db/batches/place-sample.ts';
import { startBatch } from '#db/batches/start-batch.ts';
import { ANN } from '#db/factories/build-batch-world.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Sample, sample } from '#db/samples/sample.ts';

export const here: Partial<OperationContext> = { replica: 'device', actor: ANN };
export const sampleNow = (world: MemoryWorld, id: string): Sample => {
  const found = world.all(sample).find((one) => one.id === id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
export const change = (world: MemoryWorld, id: string, overrides: Partial<Sample>) =>
  world.put(sample, { ...sampleNow(world, id), ...overrides });
export const place = (
  world: MemoryWorld,
  sampleId: string,
  plateLocation: string,
  context = here,
  batchId = 'batch-1',
) => runRule(world, placeSample, { batchId, sampleId, plateLocation }, context);
export const start = (world: MemoryWorld, context: Partial<OperationContext> = here) =>
  runRule(world, startBatch, { batchId: 'batch-1' }, context);
