import { Decimal } from 'decimal.js';
import { z } from 'zod';
import {
  applied,
  conflicted,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { isLater } from './custody/custody-chain.ts';
import { sightingsOf } from './custody/sightings.ts';
import { disposedProblem, findDisposalBlock } from './disposing/disposal-bar.ts';
import { sampleOf } from './find-sample.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { changeVolume, Volume } from './volume.ts';

/**
 * Confirm the volume of a tube at its return (domain 5.4): the use is booked as a delta, so that all uses add
 * up.
 */
export const confirmVolume = defineOperation({
  name: 'confirm-volume',
  version: 1,
  kind: 'fact',
  title: 'Confirm volume',
  grant: 'lab/custody:update',
  args: z.strictObject({
    sampleId: Id,
    remainingVolume: Volume,
    /** The volume that the person saw; null when there was none. */
    recorded: z
      .string()
      .max(30)
      .regex(/^-?\d+(\.\d+)?$/)
      .nullable(),
    /** Set where the tube was measured outside of a check-in: on its page. */
    outsideCheckIn: z.literal(true).optional(),
  }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const storedResult = await keepAfterDisposal(tx, context, sample, args);
    if (storedResult) return storedResult;
    const before = sample.remainingVolume;
    if (before === null || args.recorded === null) {
      await setVolume(tx, context, sample, args);
      return applied;
    }
    const delta = new Decimal(args.remainingVolume).minus(args.recorded);
    const requeuedChild = await findConcurrentRequeue(tx, context, sample);
    if (requeuedChild)
      return measureRequeued(tx, context, { sample, requeuedChild, delta, reason: reasonOf(args) });
    await changeVolume(tx, context, sample.id, delta, reasonOf(args));
    return volumeResult(sample, new Decimal(before), delta, args.recorded);
  },
});

/** A measured volume with what the person saw. */
interface ConfirmedVolume {
  remainingVolume: string;
  recorded: string | null;
  outsideCheckIn?: true | undefined;
}

const reasonOf = ({ outsideCheckIn }: Pick<ConfirmedVolume, 'outsideCheckIn'>): string =>
  outsideCheckIn ? 'Measured' : 'Measured at check-in';

/** Find the tube that took all material of this one without the knowledge of the person who measured it. */
async function findConcurrentRequeue(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
): Promise<Sample | undefined> {
  if (!(await context.changedSinceSeen(sampleEntity, sample.id))) return undefined;
  const events = await tx.find(event, { targetId: sample.id });
  const id = events.map(({ data }) => data['requeuedTo']).findLast((one) => typeof one === 'string');
  return typeof id === 'string' ? tx.get(sampleEntity, id) : undefined;
}

/**
 * Book the measurement on the tube that has the material now, as if it had been measured before the transfer.
 */
async function measureRequeued(
  tx: Transaction,
  context: OperationContext,
  {
    sample,
    requeuedChild,
    delta,
    reason,
  }: { sample: Sample; requeuedChild: Sample; delta: Decimal; reason: string },
): Promise<RuleResult> {
  if (requeuedChild.initialVolume !== null)
    await tx.patch(sampleEntity, requeuedChild.id, {
      initialVolume: new Decimal(requeuedChild.initialVolume).plus(delta).toFixed(),
    });
  await changeVolume(tx, context, requeuedChild.id, delta, `${reason} of ${sample.barcode}`);
  const text = `${sample.barcode} was re-queued as ${requeuedChild.barcode} meanwhile. The volume is recorded there.`;
  return warned('REQUEUED_MEANWHILE', text);
}

// The tube has left the lab: a measurement from before the disposal is history, one from after it contradicts
// the disposal (domain 5.11, case 7).
async function keepAfterDisposal(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  args: ConfirmedVolume,
): Promise<RuleResult | null> {
  const { remainingVolume, recorded } = args;
  const disposalProblem = await disposedProblem(tx, sample);
  const { placed: lastPlacement } = await sightingsOf(tx, sample);
  const reason = reasonOf(args);
  const changedConcurrently = disposalProblem && (await context.changedSinceSeen(sampleEntity, sample.id));
  if (changedConcurrently && !isLater(context, lastPlacement)) {
    await recordEvent(tx, context, {
      type: 'SAMPLE_VOLUME_CHANGED',
      targetType: 'Sample',
      targetId: sample.id,
      data: { from: recorded, to: remainingVolume, reason, superseded: true },
    });
    return merged(disposalProblem.code, disposalProblem.message);
  }
  const volume =
    recorded === null
      ? { volumeIs: remainingVolume }
      : { volumeDelta: new Decimal(remainingVolume).minus(recorded).toFixed() };
  const bar = await findDisposalBlock(tx, context, sample, {
    type: 'SAMPLE_VOLUME_CHANGED',
    label: `Measured ${remainingVolume} µL in ${sample.barcode}`,
    value: { act: 'USED', ...volume },
    data: { from: recorded, to: remainingVolume, reason },
  });
  return bar ? conflicted(bar.code, bar.message) : null;
}

async function setVolume(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  args: ConfirmedVolume,
): Promise<void> {
  const { remainingVolume: to } = args;
  const { initialVolume } = sample;
  await tx.patch(sampleEntity, sample.id, { remainingVolume: to, initialVolume: initialVolume ?? to });
  await recordEvent(tx, context, {
    type: 'SAMPLE_VOLUME_CHANGED',
    targetType: 'Sample',
    targetId: sample.id,
    data: { from: sample.remainingVolume, to, reason: reasonOf(args), by: context.actor.name },
  });
}

function volumeResult(sample: Sample, before: Decimal, delta: Decimal, recorded: string): RuleResult {
  const now = before.plus(delta);
  if (now.isNegative())
    return warned(
      'VOLUME_BELOW_ZERO',
      `More was drawn from ${sample.barcode} than it held: ${now.toFixed()} µL. Measure it again.`,
    );
  if (!before.equals(recorded))
    return warned(
      'VOLUME_CHANGED',
      `Somebody else drew from ${sample.barcode} meanwhile: ${now.toFixed()} µL are left.`,
    );
  if (delta.isPositive() && !delta.isZero())
    return warned(
      'VOLUME_GREW',
      `${sample.barcode} holds more than was recorded: ${now.toFixed()} µL instead of ${before.toFixed()} µL. Check the reading.`,
    );
  return applied;
}
