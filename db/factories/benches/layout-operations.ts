import { expect } from 'vitest';
import { placeSample } from '#db/batches/layout/place-sample.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor, OperationContext, RuleResult } from '#db/operation.ts';
import type { ConflictChoice } from '#db/records/conflicts/conflict-kind.ts';
import { resolveConflict } from '#db/records/conflicts/resolve-conflict.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { ANN, BOB, LEA } from './build-batch-world.ts';

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

const batchId = 'batch-1';

/** Return the context of a person whose device has not received earlier changes. */
export const concurrentContext = (actor: Actor): Partial<OperationContext> => ({
  actor,
  base: { [batchId]: 1 },
  changedSinceSeen: async () => true,
});
/** Return the context of a person whose device is up to date. */
export const knowing = (actor: Actor): Partial<OperationContext> => ({
  ...concurrentContext(actor),
  changedSinceSeen: async () => false,
});

type Wells = Record<string, string>;

/** Return the layout of a start: well -> sample. */
export const layoutOf = (wells: Wells) =>
  Object.entries(wells).map(([wellLocation, sampleId]) => ({ wellLocation, sampleId }));

/** Start the batch as Bob with a layout, without knowledge of other changes. */
export const startWith = (
  world: MemoryWorld,
  wells: Wells,
  by = concurrentContext(BOB),
): Promise<RuleResult> => runRule(world, startBatch, { batchId, layout: layoutOf(wells) }, by);

/** Return the conflicts that wait for a decision. */
export const openIn = (world: MemoryWorld) => world.all(syncConflict).filter((one) => one.status === 'OPEN');

/** Decide the one open conflict about a record as the lab manager. */
export async function decide(
  world: MemoryWorld,
  targetId: string,
  choice: ConflictChoice,
  reason = 'Read from the plate',
): Promise<RuleResult> {
  const openConflicts = openIn(world).filter((one) => one.targetId === targetId);
  expect(openConflicts).toHaveLength(1);
  const args = {
    conflictId: openConflicts[0]?.id ?? '',
    choice,
    value: choice === 'ENTER_VALUE' ? reason : null,
  };
  return runRule(world, resolveConflict, args, { actor: LEA });
}

/** Return well, status and volume of samples. */
export const states = (world: MemoryWorld, ids: readonly string[]) =>
  ids.map((id) => {
    const { plateLocation, status, remainingVolume } = sampleNow(world, id);
    return [plateLocation, status, remainingVolume];
  });

/** Return the subject of each open conflict and the people that it names. */
export const namesIn = (world: MemoryWorld): string[][] =>
  openIn(world)
    .map(({ targetId, mine, theirs }) => [
      targetId,
      ...[ConflictVersion.parse(mine).name, ConflictVersion.parse(theirs).name].sort(),
    ])
    .sort();

export const IN_WORK = (well: string) => [well, 'IN_PROGRESS', '800'];
export const QUEUED = [null, 'IN_QUEUE', '1000'];

/** An action of a person in a world. */
export type Step = (world: MemoryWorld) => Promise<unknown>;

/** Both orders in which concurrent work of two people reaches the server. */
export const ORDERS = [
  ['the edits first', true],
  ['the start first', false],
] as const;

/** Run the edits of one person and the start, or the edits, of another one in one of the `ORDERS`. */
export async function runInOrder(
  world: MemoryWorld,
  editsFirst: boolean,
  edits: readonly Step[],
  start: Step,
): Promise<void> {
  if (!editsFirst) await start(world);
  for (const edit of edits) await edit(world);
  if (editsFirst) await start(world);
}

/** Stamp new events with the time at which the server received them, as its database does. */
export function noteArrival(world: MemoryWorld, syncedAt: string): void {
  for (const one of world.all(event)) if (one.syncedAt === null) world.putRow(event, { ...one, syncedAt });
}
