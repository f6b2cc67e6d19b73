import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { readPath } from '#db/storage/container-path.ts';
import { roleProblem } from '#db/storage/place-problem.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { onHoldProblem } from './check-out-problem.ts';
import { CheckOutPurpose } from './check-out-purpose.ts';
import { findDisposalBlock } from './disposal-bar.ts';
import { hoursAfter } from './due-back.ts';
import { containerOf } from './find-placed.ts';
import { DueHoursArg, holdSample } from './hold-sample.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';

/** Check out a whole box: the person then holds each sample in it (domain 5.4). */
export const checkOutContainer = defineOperation({
  name: 'check-out-container',
  version: 1,
  kind: 'fact',
  title: 'Check box out',
  grant: 'lab/custody:update',
  args: z.strictObject({ containerId: Id, purpose: CheckOutPurpose, dueHours: DueHoursArg }),
  subjects: (args) => [args.containerId],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    const closed = roleProblem(context.actor.role, await readPath(tx, container.id));
    const changed = await context.changedSinceSeen(storageManagement, container.id);
    if (closed && !changed) throw refuse(closed.code, closed.message);
    const samples = await tx.find(sampleEntity, { storageLocationId: container.id });
    const empty = `${container.name} holds no samples.`;
    if (samples.length === 0 && context.deviceId === null) throw refuse('CONTAINER_EMPTY', empty);
    // Samples that an unsynced device put into the box earlier left with it; the box's own event tells so
    // later.
    await recordEvent(tx, context, {
      type: 'CONTAINER_SCANNED',
      targetType: 'StorageManagement',
      targetId: container.id,
      data: {
        mode: 'CHECK_OUT',
        whole: false,
        sampleIds: [],
        purpose: args.purpose,
        dueBackAt: args.dueHours === undefined ? null : hoursAfter(context.occurredAt, args.dueHours),
      },
    });
    const texts: string[] = closed ? [closed.message] : [];
    if (samples.length === 0) texts.push(empty);
    let conflict: string | null = null;
    for (const sample of samples) {
      const checkOut = await takeOne(tx, context, sample, { ...args, boxId: container.id });
      conflict ??= checkOut.conflict;
      if (checkOut.message) texts.push(checkOut.message);
    }
    const message = texts.join(' ').slice(0, 2_000);
    if (conflict) return conflicted(conflict, message);
    return texts.length === 0 ? applied : warned('CHECKED_OUT_WITH_NOTES', message);
  },
});

interface Taking {
  boxId: string;
  purpose: CheckOutPurpose;
  dueHours?: number | undefined;
}

// The person holds the box and so everything in it; the result names what should have stayed in the lab.
async function takeOne(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  { boxId, purpose, dueHours }: Taking,
): Promise<{ message: string | null; conflict: string | null }> {
  const bar = await findDisposalBlock(tx, context, sample, {
    type: 'SAMPLE_CHECKED_OUT',
    label: `Checked out ${sample.barcode} with its box`,
    value: { act: 'USED', custodianUserId: context.actor.userId, purpose },
    data: { purpose, boxId },
    isPhysicallySeen: true,
  });
  if (bar) return { message: bar.message, conflict: bar.code };
  const owner = sample.specimenId === null ? undefined : await tx.get(specimen, sample.specimenId);
  const hold = onHoldProblem(sample, purpose, owner?.holdReason ?? null);
  const { message } = await holdSample(tx, context, { sample, purpose, dueHours, boxId });
  return { message: [message, hold?.message].filter(Boolean).join(' ') || null, conflict: null };
}
