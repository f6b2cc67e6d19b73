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
import { disputeCheckOut } from './conflict-checked-out-twice.ts';
import { type ChainEvent, holderOf, isLater } from './custody-chain.ts';
import { disposalBar } from './disposal-bar.ts';
import { sampleOf } from './find-placed.ts';
import { DueHoursArg, holdSample } from './hold-sample.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { sightingsOf } from './sightings.ts';

/** A sample was taken out of its place; the slot stays reserved, and it is due back in 12 hours or when the person says (domain 5.4). */
export const checkOutSample = defineOperation({
  name: 'check-out-sample',
  version: 1,
  kind: 'fact',
  title: 'Check sample out',
  grant: 'lab/samples:update',
  args: z.strictObject({
    sampleId: Id,
    purpose: CheckOutPurpose,
    dueHours: DueHoursArg,
    /** Chosen or typed, not scanned: nobody has shown that the tube is in hand (domain 5.11, case 5). */
    typed: z.boolean().default(false),
  }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const bar = await disposalBar(tx, context, sample, {
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
  const { held } = await sightingsOf(tx, sample);
  const path = sample.storageLocationId === null ? [] : await readPath(tx, sample.storageLocationId);
  const owner = sample.specimenId === null ? undefined : await tx.get(specimen, sample.specimenId);
  const hold = onHoldProblem(sample, purpose, owner?.holdReason ?? null);
  const known = heldProblem(sample, context.actor.userId, held ? holderOf(held) : 'somebody else');
  const refused = roleProblem(context.actor.role, path) ?? hold;
  if (refused && !changed) throw refuse(refused.code, refused.message);
  if (known && hadSeen(context, sample.id) && !changed) throw refuse(known.code, known.message);
  if (isHolder(sample, context.actor.userId)) {
    const text = `Sample ${sample.barcode} is already checked out to you.`;
    await holdSample(tx, context, { sample, purpose, dueHours, typed });
    return merged('ALREADY_YOURS', text);
  }
  if (known && held && laterIsTyped(context, held, typed)) {
    const text = await disputeCheckOut(tx, context, { sample, purpose, typed, held });
    return conflicted('CHECKED_OUT_TWICE', text);
  }
  const told = await holdSample(tx, context, { sample, purpose, dueHours, typed });
  const texts = [told, hold?.message].filter((text) => text !== null && text !== undefined);
  return texts.length === 0 ? applied : warned(hold && !told ? 'ON_HOLD' : 'CHECKED_OUT', texts.join(' '));
}

// Of two check-outs the later takes the custody over, but only by a scan; whichever of them arrives first.
const laterIsTyped = (context: OperationContext, held: ChainEvent, typed: boolean): boolean =>
  isLater(context, held) ? typed : held.data['typed'] === true;

// Who had seen that somebody else holds it must transfer custody instead; who had not has the tube in hand all the same.
const hadSeen = (context: OperationContext, id: string): boolean =>
  context.deviceId === null || context.base[id] !== undefined;
