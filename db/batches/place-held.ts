import type { OperationContext, RuleResult } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { requeueSamples } from '#db/specimens/held-samples.ts';
import { type Hold, holdInWork, placedVersion } from '#db/specimens/hold-in-work.ts';
import { currentHold } from '#db/specimens/release-from.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';
import { wasChangedConcurrently } from './changed-concurrently.ts';
import { personName } from './person-name.ts';

const SET_ASIDE: readonly SpecimenStatus[] = [
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'ACTION_REQUIRED',
];

/** A sample whose specimen another person set aside, and how. */
export interface ConcurrentHold {
  owner: Specimen;
  hold: Hold;
}

/**
 * Return whether another person set a sample aside without this person being able to know. A sample on hold
 * with its whole order or account is not placed: that decision covers all of it.
 */
export async function findConcurrentHold(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
): Promise<ConcurrentHold | null> {
  const owner = row.specimenId === null ? undefined : await tx.get(specimen, row.specimenId);
  if (!owner || owner.status !== row.status || !SET_ASIDE.includes(owner.status)) return null;
  if (!(await wasChangedConcurrently(context, sample, row.id)) || (await currentHold(tx, owner))) return null;
  const history = await tx.find(event, { targetId: owner.id });
  const last = history
    .filter((one) => one.data['to'] === owner.status)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .at(-1);
  const reason = last?.data['reason'];
  if (!last || typeof reason !== 'string') return null;
  const { userId, occurredAt } = last;
  const name = await personName(tx, userId);
  return { owner, hold: { status: owner.status, reason, userId, name, occurredAt } };
}

const NOT_HELD = {
  holdReason: null,
  statusBeforeHold: null,
  actionRequiredText: null,
  actionRequiredSince: null,
} as const;

/** Put a sample that was set aside back to work as the person saw it; the conflict keeps the hold. */
export async function backToWork(
  tx: Transaction,
  context: OperationContext,
  row: Sample,
  { owner }: ConcurrentHold,
): Promise<Sample> {
  const released = await changeSpecimenStatus(tx, context, owner, 'RECEIVED', {
    reason: 'Placed in a batch by somebody who did not know of it',
    fields: NOT_HELD,
    customerVisible: false,
  });
  await requeueSamples(tx, context, released);
  return (await tx.get(sample, row.id)) ?? row;
}

/** Open the conflict about a sample that was placed although it had been set aside. */
export async function keepHold(
  tx: Transaction,
  context: OperationContext,
  placement: { row: Sample; batch: Batch; well: string },
  { owner, hold }: ConcurrentHold,
): Promise<RuleResult> {
  const { userId, name } = context.actor;
  const by = { userId, name, occurredAt: context.occurredAt };
  const theirs = placedVersion(by, placement.row, placement.batch, placement.well);
  const now = (await tx.get(specimen, owner.id)) ?? owner;
  return holdInWork(tx, context, now, hold, { batch: placement.batch, theirs });
}
