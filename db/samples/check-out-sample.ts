import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { readPath } from '#db/storage/container-path.ts';
import { roleProblem } from '#db/storage/place-problem.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { heldProblem, isHolder, onHoldProblem } from './check-out-problem.ts';
import { CheckOutPurpose } from './check-out-purpose.ts';
import { holderOf } from './custody-chain.ts';
import type { Custody } from './custody-of.ts';
import { findDisposalBlock } from './disposal-bar.ts';
import { sampleOf } from './find-placed.ts';
import { DueHoursArg, holdSample } from './hold-sample.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { sightingsOf } from './sightings.ts';

/**
 * Check out a sample. Its slot stays reserved, and it is due back in 12 hours or when the person says (domain
 * 5.4).
 */
export const checkOutSample = defineOperation({
  name: 'check-out-sample',
  version: 1,
  kind: 'fact',
  title: 'Check sample out',
  grant: 'lab/custody:update',
  args: z.strictObject({
    sampleId: Id,
    purpose: CheckOutPurpose,
    dueHours: DueHoursArg,
    /**
     * True when the sample was chosen or typed, not scanned: nothing proves that the tube is in hand (domain
     * 5.11, case 5).
     */
    typed: z.boolean().default(false),
  }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const bar = await findDisposalBlock(tx, context, sample, {
      type: 'SAMPLE_CHECKED_OUT',
      label: `Checked out ${sample.barcode}`,
      value: { act: 'USED', custodianUserId: context.actor.userId, purpose: args.purpose },
      data: { purpose: args.purpose },
    });
    if (bar) return conflicted(bar.code, bar.message);
    return takeOut(tx, context, sample, args);
  },
});

async function takeOut(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  { purpose, dueHours, typed }: { purpose: CheckOutPurpose; dueHours?: number | undefined; typed: boolean },
): Promise<RuleResult> {
  const changed = await context.changedSinceSeen(sampleEntity, sample.id);
  const { held: currentHold } = (await sightingsOf(tx, sample)).custody;
  const path = sample.storageLocationId === null ? [] : await readPath(tx, sample.storageLocationId);
  const owner = sample.specimenId === null ? undefined : await tx.get(specimen, sample.specimenId);
  const hold = onHoldProblem(sample, purpose, owner?.holdReason ?? null);
  const refusal = roleProblem(context.actor.role, path) ?? hold ?? heldOnline(context, sample, currentHold);
  if (refusal && !changed) throw refuse(refusal.code, refusal.message);
  const already = isHolder(sample, context.actor.userId);
  const { message, disputed } = await holdSample(tx, context, { sample, purpose, dueHours, typed });
  if (disputed) return conflicted('CHECKED_OUT_TWICE', message ?? '');
  if (already && message === null)
    return merged('ALREADY_YOURS', `Sample ${sample.barcode} is already checked out to you.`);
  const texts = [message, hold?.message].filter((text) => text !== null && text !== undefined);
  return texts.length === 0 ? applied : warned(hold && !message ? 'ON_HOLD' : 'CHECKED_OUT', texts.join(' '));
}

// A person online sees that somebody else holds the sample. At the bench the tube is in hand nevertheless:
// its holder put it back or handed it over, and their device has not synced yet (domain 5.11, case 6).
const heldOnline = (context: OperationContext, sample: Sample, currentHold: Custody | null) =>
  context.deviceId === null
    ? heldProblem(sample, context.actor.userId, currentHold ? holderOf(currentHold.event) : 'somebody else')
    : null;
