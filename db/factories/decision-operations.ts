import type { LEA } from '#db/factories/build-batch-world.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { by } from '#db/factories/section-operations.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { OperationContext, RuleResult } from '#db/operation.ts';
import { sample } from '#db/samples/sample.ts';
import { discrepancy } from '#db/specimens/discrepancy.ts';
import { specimen } from '#db/specimens/specimen.ts';

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
