import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { changeVolume } from './change-volume.ts';
import { disposedProblem } from './disposal-bar.ts';
import { sampleOf } from './find-placed.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { Volume } from './volume.ts';

/** The volume was looked at when a tube came back (domain 5.4): what was used counts as a delta, so that all uses add up. */
export const confirmVolume = defineOperation({
  name: 'confirm-volume',
  version: 1,
  kind: 'fact',
  title: 'Confirm volume',
  grant: 'lab/samples:update',
  args: z.strictObject({
    sampleId: Id,
    remainingVolume: Volume,
    /** What the person had been told; null when nobody had said. */
    recorded: z
      .string()
      .max(30)
      .regex(/^-?\d+(\.\d+)?$/)
      .nullable(),
  }),
  subjects: (args) => [args.sampleId],
  async run(tx, args, context) {
    const sample = await sampleOf(tx, args.sampleId);
    const gone = await disposedProblem(tx, sample);
    if (gone) throw refuse(gone.code, gone.message);
    const before = sample.remainingVolume;
    if (before === null || args.recorded === null) {
      await setVolume(tx, context, sample, args.remainingVolume);
      return applied;
    }
    const delta = new Decimal(args.remainingVolume).minus(args.recorded);
    await changeVolume(tx, context, sample.id, delta, 'Measured at check-in');
    return told(sample, new Decimal(before), delta, args.recorded);
  },
});

async function setVolume(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  to: string,
): Promise<void> {
  const { initialVolume } = sample;
  await tx.patch(sampleEntity, sample.id, { remainingVolume: to, initialVolume: initialVolume ?? to });
  await recordEvent(tx, context, {
    type: 'SAMPLE_VOLUME_CHANGED',
    targetType: 'Sample',
    targetId: sample.id,
    data: { from: sample.remainingVolume, to, reason: 'Measured at check-in', by: context.actor.name },
  });
}

function told(sample: Sample, before: Decimal, delta: Decimal, recorded: string): RuleResult {
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
