import { buildActor } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext, RuleResult } from '#db/operation.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { LEA } from './build-batch-world.ts';
import { by } from './section-operations.ts';

/** A manager who decides. */
export const MAX = buildActor({ userId: 'max', userCompanyId: 'm-max', name: 'Max', role: 'LAB_MANAGER' });

/**
 * An operation of a person whose device has received no other changes; `faster` says whether another
 * operation came first.
 */
export type TestAction = (world: MemoryWorld, faster: boolean) => Promise<RuleResult>;

/** Return the context of a person whose device has received no other changes. */
export const concurrentContext = (
  actor: typeof LEA,
  minute: number,
  faster: boolean,
): Partial<OperationContext> =>
  by(actor, minute, {
    deviceId: `device-${actor.userId}`,
    base: { 'specimen-1': 1, 'specimen-a': 1, s1: 1 },
    changedSinceSeen: async () => faster,
  });

/** Return the state of the lab, without ids and histories. */
export const state = (world: MemoryWorld) => ({
  specimens: world
    .all(specimen)
    .map(({ id, status, holdReason, statusBeforeHold, actionRequiredText, actionRequiredSince, ...row }) => [
      ...[id, status, holdReason, statusBeforeHold, actionRequiredText, actionRequiredSince],
      ...[row.failureReason, row.failureNotes, row.failedBatchCount, row.receivedAt],
    ]),
  samples: world
    .all(sample)
    .map(({ status, batchId, plateLocation, initialVolume, remainingVolume, failureReason, attempt }) =>
      JSON.stringify([
        ...[status, batchId, plateLocation, initialVolume, remainingVolume],
        ...[failureReason, attempt],
      ]),
    )
    .sort(),
  discrepancies: world.all(discrepancy).map(({ type, resolution }) => [type, resolution]),
});

/**
 * Run two operations in both orders of arrival: the verdicts on the first and the second, and the end states.
 */
export async function bothOrders(build: () => Promise<MemoryWorld>, first: TestAction, second: TestAction) {
  const [world, other] = [await build(), await build()];
  const outcomeOf = (result: Promise<RuleResult>) =>
    result.catch((error: Error & { code?: string }) => ({ outcome: 'REFUSED', message: error.message }));
  const verdicts = [
    [await outcomeOf(first(world, false)), await outcomeOf(second(world, true))],
    [await outcomeOf(second(other, false)), await outcomeOf(first(other, true))],
  ] as const;
  return { verdicts, world, other };
}

const SAMPLE_FIELDS = [
  ...(['barcode', 'status', 'batchId', 'plateLocation', 'batchOrder', 'dnaBarcode', 'attempt'] as const),
  ...(['remainingVolume', 'failureReason', 'failureNotes', 'failedAt', 'failedById'] as const),
  'flaggedForReview',
] as const satisfies readonly (keyof Sample)[];
const SPECIMEN_FIELDS = [
  ...(['id', 'status', 'failedBatchCount', 'failureReason', 'failureNotes'] as const),
  ...(['actionRequiredText', 'actionRequiredSince'] as const),
] as const satisfies readonly (keyof Specimen)[];

/** Return the state of samples and specimens that must be equal in any order of arrival. */
export const failureState = (world: MemoryWorld) => ({
  samples: world
    .all(sample)
    .map((row) => SAMPLE_FIELDS.map((key) => row[key]))
    .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  specimens: world.all(specimen).map((row) => SPECIMEN_FIELDS.map((key) => row[key])),
});
