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
import { recordEvent } from '#db/records/events/record-event.ts';
import { findDisposalBlock } from '#db/samples/disposing/disposal-bar.ts';
import { containerOf, sampleOf } from '#db/samples/find-sample.ts';
import { CheckOutPurpose, type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { readPath } from '#db/storage/container-path.ts';
import { roleProblem } from '#db/storage/place-problem.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { holderOf } from './custody-chain.ts';
import type { Custody } from './custody-of.ts';
import { hoursAfter } from './due-back.ts';
import { DueHoursArg, holdSample } from './hold-sample.ts';
import { sightingsOf } from './sightings.ts';

/** Check whether the person already holds the sample. */
const isHolder = (sample: Pick<Sample, 'custodianUserId'>, userId: string): boolean =>
  sample.custodianUserId === userId;

/** Find who else holds the sample, by name. */
const heldProblem = (
  sample: Pick<Sample, 'barcode' | 'custodianUserId'>,
  userId: string,
  holder: string,
): { code: string; message: string } | null =>
  sample.custodianUserId === null || sample.custodianUserId === userId
    ? null
    : { code: 'CHECKED_OUT', message: `Sample ${sample.barcode} is checked out to ${holder}.` };

/** Refuse to check out a sample on hold, except for an inspection. */
const onHoldProblem = (
  sample: Pick<Sample, 'barcode' | 'status'>,
  purpose: CheckOutPurpose,
  reason: string | null,
): { code: string; message: string } | null =>
  sample.status !== 'RECEIVED_ON_HOLD' || purpose === 'INSPECTION'
    ? null
    : { code: 'ON_HOLD', message: `Sample ${sample.barcode} is on hold: ${reason ?? 'no reason given'}.` };

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
