import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { person } from '#db/identity/person.ts';
import {
  applied,
  conflicted,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { findDisposalBlock } from '#db/samples/disposing/disposal-bar.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { doneBy, holderOf, isLater } from './custody-chain.ts';
import type { CustodyState } from './custody-of.ts';
import { recordCustody, settleCustody } from './record-custody.ts';
import { type Sightings, sightingsOf } from './sightings.ts';

/**
 * Transfer a checked-out sample from one person to another; the latest transfer decides who holds it (domain
 * 5.4).
 */
export const transferCustody = defineOperation({
  name: 'transfer-custody',
  version: 1,
  kind: 'fact',
  title: 'Transfer custody',
  grant: 'lab/custody:update',
  args: z.strictObject({ sampleId: Id, toUserId: Id }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const receiver = await receiverOf(tx, context, args.toUserId);
    const bar = await findDisposalBlock(tx, context, sample, {
      type: 'SAMPLE_CUSTODY_TRANSFERRED',
      label: `Handed ${sample.barcode} to ${receiver.name}`,
      value: { act: 'USED', custodianUserId: args.toUserId },
      data: { toUserId: args.toUserId, toName: receiver.name },
    });
    if (bar) return conflicted(bar.code, bar.message);
    const sightings = await sightingsOf(tx, sample);
    const { held: currentHold } = sightings.custody;
    const same = currentHold?.userId === args.toUserId;
    const problem = same
      ? { code: 'SAME_PERSON', message: `Sample ${sample.barcode} is already with ${receiver.name}.` }
      : currentHold === null
        ? { code: 'NOT_CHECKED_OUT', message: `Sample ${sample.barcode} is not checked out.` }
        : null;
    if (problem && context.deviceId === null) throw refuse(problem.code, problem.message);
    const event = await recordCustody(tx, context, sample.id, sightings, {
      type: 'SAMPLE_CUSTODY_TRANSFERRED',
      data: {
        fromUserId: currentHold?.userId ?? null,
        fromName: currentHold ? holderOf(currentHold.event) : null,
        toUserId: args.toUserId,
        toName: receiver.name,
        by: context.actor.name,
        ...(isLater(context, currentHold?.event ?? sightings.placed) ? {} : { superseded: true }),
      },
    });
    const { after } = await settleCustody(tx, context, sample, sightings, event);
    if (after.held?.event.id !== event.id) return laterInOtherPlace(context, sample, sightings, after);
    if (same && problem) return merged(problem.code, problem.message);
    const changed = await context.changedSinceSeen(sampleEntity, sample.id);
    return problem && !changed ? warned(problem.code, problem.message) : applied;
  },
});

// A colleague who was deactivated since holds the tube nevertheless.
async function receiverOf(
  tx: Transaction,
  context: OperationContext,
  userId: string,
): Promise<{ name: string }> {
  const people = await tx.find(person, { userId });
  const receiver =
    people.find((one) => !one.deactivated) ?? (context.deviceId === null ? undefined : people[0]);
  if (!receiver) throw refuse('UNKNOWN_PERSON', 'Scan the badge of a colleague of this lab.');
  return receiver;
}

function laterInOtherPlace(
  context: OperationContext,
  { barcode }: Sample,
  { placed: lastPlacement }: Sightings,
  { held: currentHold }: CustodyState,
): RuleResult {
  const last = currentHold?.event ?? lastPlacement;
  const name = currentHold ? holderOf(currentHold.event) : last ? doneBy(last) : null;
  if (!last || name === null || (currentHold?.userId ?? last.userId) === context.actor.userId) return applied;
  return warned('SEEN_LATER', `Sample ${barcode} was later with ${name}.`);
}
