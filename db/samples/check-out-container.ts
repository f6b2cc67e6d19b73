import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { readPath } from '#db/storage/container-path.ts';
import { roleProblem } from '#db/storage/place-problem.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { onHoldProblem } from './check-out-problem.ts';
import { CheckOutPurpose } from './check-out-purpose.ts';
import { frozenProblem } from './disposal-bar.ts';
import { containerOf } from './find-placed.ts';
import { DueHoursArg, holdSample } from './hold-sample.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';

/** A whole box was taken out: each of its samples is in the hands of that person (domain 5.4). */
export const checkOutContainer = defineOperation({
  name: 'check-out-container',
  version: 1,
  kind: 'fact',
  title: 'Check box out',
  grant: 'lab/samples:update',
  args: z.strictObject({ containerId: Id, purpose: CheckOutPurpose, dueHours: DueHoursArg }),
  subjects: (args) => [args.containerId],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    const closed = roleProblem(context.actor.role, await readPath(tx, container.id));
    if (closed) throw refuse(closed.code, closed.message);
    const samples = await tx.find(sampleEntity, { storageLocationId: container.id });
    if (samples.length === 0) throw refuse('CONTAINER_EMPTY', `${container.name} holds no samples.`);
    const told: string[] = [];
    let frozen = false;
    for (const sample of samples) {
      const bar = await frozenProblem(tx, sample.id, sample.barcode);
      frozen ||= bar !== null;
      const text = bar ? bar.message : await takeOne(tx, context, sample, args);
      if (text) told.push(text);
    }
    if (frozen) return conflicted('SAMPLE_FROZEN', told.join(' '));
    return told.length === 0 ? applied : warned('CHECKED_OUT_WITH_NOTES', told.join(' '));
  },
});

// The box is in somebody's hands, so all of it is; what should have stayed behind is said.
async function takeOne(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  { purpose, dueHours }: { purpose: CheckOutPurpose; dueHours?: number | undefined },
): Promise<string | null> {
  const owner = sample.specimenId === null ? undefined : await tx.get(specimen, sample.specimenId);
  const hold = onHoldProblem(sample, purpose, owner?.holdReason ?? null);
  if (sample.custodianUserId === context.actor.userId) return hold?.message ?? null;
  const taken = await holdSample(tx, context, { sample, purpose, dueHours });
  return [taken, hold?.message].filter(Boolean).join(' ') || null;
}
