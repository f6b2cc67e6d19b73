import { Decimal } from 'decimal.js';
import { isVisible } from '#db/access/lab.ts';
import { BATCH_TYPE_FACTS, type Batch } from '#db/batches/batch.ts';
import { tubeOf } from '#db/batches/batch-volume.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { canonicalNumber } from '#db/protocols/values/canonical-value.ts';
import { SAMPLE_STATUS, type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { usableProblem } from '#db/samples/usable-problem.ts';
import type { Transaction } from '#db/transaction.ts';

/** Why a sample cannot go into work with its plate. */
export interface StartProblem {
  code: string;
  message: string;
}

const QUEUED: readonly SampleStatus[] = ['IN_QUEUE', 'RECEIVED_AWAITING_OPTIMAL_BATCH'];

/** Return why a started sample is not put into work, or null; `left` counts down the volume of each tube. */
export async function startProblem(
  tx: Transaction,
  context: OperationContext,
  { row, method }: { row: Batch; method: Procedure },
  sampleRow: Sample,
  remainingVolumes: Map<string, Decimal | null>,
): Promise<StartProblem | null> {
  const { barcode } = sampleRow;
  if (!isVisible(context.actor, sampleRow))
    return { code: 'OTHER_ENTITY', message: `Sample ${barcode} belongs to ${sampleRow.entity}.` };
  const unusable = sampleRow.batchId === row.id ? null : await usableProblem(tx, sampleRow);
  if (unusable) return unusable;
  const canceledDuplicate = sampleRow.status === 'CANCELED' && sampleRow.duplicateOfSampleId !== null;
  const fits =
    sampleRow.batchId === row.id
      ? sampleRow.status === 'BATCH_ASSIGNED'
      : QUEUED.includes(sampleRow.status) || canceledDuplicate;
  if (!fits)
    return {
      code: 'NOT_STARTABLE',
      message: `Sample ${barcode} cannot be started: ${SAMPLE_STATUS[sampleRow.status].label}.`,
    };
  if (sampleRow.stage !== row.type)
    return {
      code: 'NOT_IN_QUEUE',
      message: `Sample ${barcode} is not in the queue for ${BATCH_TYPE_FACTS[row.type].label}.`,
    };
  return volumeLeft(tx, method, sampleRow, remainingVolumes);
}

async function volumeLeft(
  tx: Transaction,
  method: Procedure,
  sampleRow: Sample,
  remainingVolumes: Map<string, Decimal | null>,
): Promise<StartProblem | null> {
  const tube = tubeOf(sampleRow);
  if (!remainingVolumes.has(tube)) {
    const volume = (await tx.get(sample, tube))?.remainingVolume ?? null;
    remainingVolumes.set(tube, volume === null ? null : new Decimal(volume));
  }
  const holds = remainingVolumes.get(tube) ?? null;
  const input = new Decimal(method.sampleInputVolume ?? '0');
  if (holds === null) return null;
  if (holds.lessThan(input)) {
    const text = `${canonicalNumber(holds.toFixed())} µL of ${canonicalNumber(input.toFixed())} µL`;
    return {
      code: 'INSUFFICIENT_VOLUME',
      message: `Sample ${sampleRow.barcode} has insufficient volume: ${text}.`,
    };
  }
  remainingVolumes.set(tube, holds.minus(input));
  return null;
}
