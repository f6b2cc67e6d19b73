import { Decimal } from 'decimal.js';
import { refuse } from '#db/errors/app-error.ts';
import { applied, merged, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSampleStatus } from '#db/samples/change-sample-status.ts';
import { changeVolume } from '#db/samples/change-volume.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Batch, batch } from './batch.ts';
import { BATCH_TYPE_FACTS } from './batch-type.ts';
import { CONTROL_TYPE_LABEL, CONTROL_TYPES } from './control-type.ts';
import { repeatedBarcode } from './dna-barcodes.ts';
import { type BatchPlate, changeBatchStatus, plateOf, procedureOf } from './find-batch.ts';
import { flagCollidedStart } from './flag-collided-start.ts';
import { moveSpecimens } from './move-specimens.ts';
import { personName } from './person-name.ts';
import { volumeProblem } from './placement-problem.ts';
import { missingControls, requiredControls } from './plate-layout.ts';
import { releaseSample } from './release-sample.ts';

/** Starts a batch, or merges a second start into the first (domain 5.11, case 15). */
export async function start(tx: Transaction, context: OperationContext, row: Batch): Promise<RuleResult> {
  if (row.status === 'IN_PROGRESS') return mergeStart(tx, context, row);
  const method = await procedureOf(tx, row);
  const plate = await plateOf(tx, row.id);
  const placed = plate.samples.filter((one) => one.plateLocation !== null);
  assertStartable(row, method, plate, placed);
  const unplaced = plate.samples.filter((one) => one.plateLocation === null);
  for (const one of unplaced) await releaseSample(tx, context, one, 'Unplaced when the batch started');
  await changeBatchStatus(tx, context, row, 'IN_PROGRESS', {
    event: 'BATCH_STARTED',
    fields: {
      startedAt: context.occurredAt,
      startedById: context.actor.userId,
      layoutLockedAt: context.occurredAt,
    },
  });
  for (const one of placed) await changeSampleStatus(tx, context, one, 'IN_PROGRESS');
  for (const [sampleId, volume] of draws(placed, method))
    await changeVolume(tx, context, sampleId, volume.negated(), row.julianId);
  await moveSpecimens(tx, context, placed, ['BATCH_ASSIGNED'], 'IN_PROGRESS');
  await flagCollidedStart(tx, context, row);
  if (unplaced.length === 0) return applied;
  return warned('UNPLACED', `${unplaced.length} unplaced samples went back to the queue.`);
}

function assertStartable(row: Batch, method: Procedure, plate: BatchPlate, placed: readonly Sample[]): void {
  if (row.status === 'NOT_STARTED' && placed.length < method.minSamples) {
    throw refuse('TOO_FEW_SAMPLES', `Place at least ${method.minSamples} samples.`);
  }
  const missing = missingControls(
    requiredControls(method),
    plate.controls.map((one) => one.controlType),
  );
  const first = CONTROL_TYPES.find((type) => missing.includes(type));
  if (row.status === 'NOT_STARTED' && first) {
    const n = missing.filter((type) => type === first).length;
    throw refuse('CONTROLS_MISSING', `Place ${n} ${CONTROL_TYPE_LABEL[first].words}.`);
  }
  const repeated = repeatedBarcode([...plate.samples, ...plate.controls].map((one) => one.dnaBarcode));
  if (repeated !== null) throw refuse('BARCODE_REPEATED', repeated);
  for (const one of placed) {
    const wrong = volumeProblem(one, method) ?? drawProblem(one, placed, method);
    if (wrong) throw refuse(wrong.code, wrong.message);
    if (one.stage !== row.type)
      throw refuse(
        'NOT_IN_QUEUE',
        `Sample ${one.barcode} is not in the queue for ${BATCH_TYPE_FACTS[row.type].label}.`,
      );
  }
}

/** What each tube gives: its own input and that of its duplicates. */
function draws(placed: readonly Sample[], method: Procedure): Map<string, Decimal> {
  const input = new Decimal(method.sampleInputVolume ?? '0');
  const drawn = new Map<string, Decimal>();
  if (input.isZero()) return drawn;
  for (const one of placed) {
    const tube = one.duplicateOfSampleId ?? one.id;
    drawn.set(tube, (drawn.get(tube) ?? new Decimal(0)).plus(input));
  }
  return drawn;
}

function drawProblem(
  one: Sample,
  placed: readonly Sample[],
  method: Procedure,
): { code: string; message: string } | null {
  const needed = draws(placed, method).get(one.id);
  if (!needed || one.remainingVolume === null || needed.lessThanOrEqualTo(one.remainingVolume)) return null;
  const x = new Decimal(one.remainingVolume).toFixed();
  return {
    code: 'INSUFFICIENT_VOLUME',
    message: `Sample ${one.barcode} has insufficient volume: ${x} µL of ${needed.toFixed()} µL.`,
  };
}

async function mergeStart(tx: Transaction, context: OperationContext, row: Batch): Promise<RuleResult> {
  const other = await personName(tx, row.startedById);
  const earlier = row.startedAt === null || context.occurredAt < row.startedAt;
  if (earlier) {
    const { occurredAt, actor } = context;
    await tx.patch(batch, row.id, {
      startedAt: occurredAt,
      startedById: actor.userId,
      layoutLockedAt: occurredAt,
    });
  }
  await recordEvent(tx, context, {
    type: 'BATCH_STARTED',
    targetType: 'Batch',
    targetId: row.id,
    data: { by: context.actor.name, also: other, at: earlier ? context.occurredAt : row.startedAt },
  });
  return merged(
    'BATCH_STARTED',
    `Batch ${row.julianId} was started by ${other} and ${context.actor.name}; the earliest time counts.`,
  );
}
