import { Decimal } from 'decimal.js';
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
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { findDisposalBlock } from './disposing/disposal-bar.ts';
import { sampleOf } from './find-sample.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { changeSampleStatus } from './sample-lifecycle.ts';
import { changeVolume, Volume } from './volume.ts';

const positive = Volume.refine((text) => Number(text) > 0, 'Enter how much you took.');

/**
 * Take an aliquot for a supplemental order from its tube (domain 4.3): the aliquot waits in the queue with
 * the volume taken, which is subtracted from the tube.
 */
export const takeAliquot = defineOperation({
  name: 'take-aliquot',
  version: 1,
  kind: 'fact',
  title: 'Take aliquot',
  grant: 'lab/custody:update',
  args: z.strictObject({ sampleId: Id, volume: positive }),
  subjects: ({ sampleId }) => [sampleId],
  async run(tx, { sampleId, volume }, context) {
    const aliquot = await sampleOf(tx, sampleId);
    const from =
      aliquot.parentSampleId === null ? undefined : await tx.get(sampleEntity, aliquot.parentSampleId);
    const changed = await context.changedSinceSeen(sampleEntity, aliquot.id);
    const refusal = problemOf(aliquot);
    if (refusal && !changed) throw refuse(refusal.code, refusal.message);
    if (from) {
      const drawResult = await draw(tx, context, from, aliquot, volume);
      if (drawResult) return drawResult;
    }
    return keep(tx, context, aliquot, volume);
  },
});

/** Return why nobody should take an aliquot now; null when one is awaited. */
function problemOf({ status, barcode }: Sample): { code: string; message: string } | null {
  if (status === 'SUPPLEMENTAL') return null;
  if (status === 'RECEIVED_ON_HOLD' || status === 'RECEIVED_QUARANTINED')
    return { code: 'SAMPLE_ON_HOLD', message: `Sample ${barcode} is on hold.` };
  return { code: 'NO_ALIQUOT_AWAITED', message: `No aliquot is awaited for ${barcode}.` };
}

/**
 * Subtract the volume from the tube; when the tube is gone, the result is a warning or a conflict for a
 * person to decide.
 */
async function draw(
  tx: Transaction,
  context: OperationContext,
  from: Sample,
  aliquot: Sample,
  volume: string,
): Promise<RuleResult | null> {
  const bar = await findDisposalBlock(tx, context, from, {
    type: 'SAMPLE_VOLUME_CHANGED',
    label: `Took ${aliquot.barcode} from ${from.barcode}`,
    value: { act: 'USED', aliquotId: aliquot.id, volume },
    data: { aliquot: aliquot.barcode, volume },
  });
  if (bar) return conflicted(bar.code, bar.message);
  const { remainingVolume: remaining, barcode } = from;
  const short = remaining !== null && new Decimal(remaining).lt(volume);
  if (short && !(await context.changedSinceSeen(sampleEntity, from.id)))
    throw refuse(
      'INSUFFICIENT_VOLUME',
      `Only ${new Decimal(remaining).toFixed()} µL are left in ${barcode}.`,
    );
  await changeVolume(tx, context, from.id, new Decimal(volume).negated(), `Aliquot ${aliquot.barcode}`);
  return null;
}

/** Store aliquots that two people took without knowledge of each other: the volumes add up. */
async function keep(
  tx: Transaction,
  context: OperationContext,
  aliquot: Sample,
  volume: string,
): Promise<RuleResult> {
  const { barcode, stage, status } = aliquot;
  const total = new Decimal(aliquot.remainingVolume ?? 0).plus(volume).toFixed();
  const initialVolume = new Decimal(aliquot.initialVolume ?? 0).plus(volume).toFixed();
  const fields = { remainingVolume: total, initialVolume };
  if (status === 'SUPPLEMENTAL') {
    const reason = `Aliquot of ${volume} µL taken`;
    const to = stage === null ? 'RECEIVED' : 'IN_QUEUE';
    await changeSampleStatus(tx, context, aliquot, to, { reason, fields });
    return applied;
  }
  await tx.patch(sampleEntity, aliquot.id, fields);
  const problem = problemOf(aliquot);
  if (status === 'IN_QUEUE' || status === 'BATCH_ASSIGNED' || status === 'IN_PROGRESS')
    return merged(
      'ALIQUOT_TAKEN',
      `Somebody else took an aliquot for ${barcode} too: it has ${total} µL now.`,
    );
  return warned(problem?.code ?? 'NO_ALIQUOT_AWAITED', `${problem?.message} What you took is noted on it.`);
}
