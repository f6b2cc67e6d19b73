import { Decimal } from 'decimal.js';
import type { OperationContext } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { childrenOf } from '#db/samples/failing/fail-late.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeSampleStatus } from '#db/samples/sample-lifecycle.ts';
import { changeVolume } from '#db/samples/volume.ts';
import { sumUsed } from '#db/sequencing/pools/used-volume.ts';
import type { Transaction } from '#db/transaction.ts';
import { BATCH_TYPE_FACTS, type Batch } from './batch.ts';
import { tubeOf } from './batch-volume.ts';
import { type MappedValues, mappedValues } from './completion-problems.ts';
import { plateOf, procedureOf } from './find-batch.ts';

/** A batch with what its sections measured. */
export interface MeasuredBatch {
  batch: Batch;
  procedure: Procedure;
  mapped: MappedValues;
}

type Outputs = Partial<
  Pick<Sample, 'extractedConcentration' | 'extractedVolume' | 'fragmentLength' | 'dnaBarcode'>
>;

/** Return what the batch measured of a sample, as fields of the sample and its child. */
export function outputsOf({ mapped }: Pick<MeasuredBatch, 'mapped'>, row: Sample): Outputs {
  const value = (
    target: 'EXTRACTED_CONCENTRATION' | 'EXTRACTED_VOLUME' | 'FRAGMENT_LENGTH' | 'DNA_BARCODE',
  ) => mapped.get(target)?.get(row.id);
  const [concentration, volume] = [value('EXTRACTED_CONCENTRATION'), value('EXTRACTED_VOLUME')];
  const [length, dnaBarcode] = [value('FRAGMENT_LENGTH'), value('DNA_BARCODE')];
  return {
    ...(concentration === undefined ? {} : { extractedConcentration: concentration }),
    ...(volume === undefined ? {} : { extractedVolume: volume }),
    ...(length === undefined ? {} : { fragmentLength: Math.round(Number(length)) }),
    ...(dnaBarcode === undefined ? {} : { dnaBarcode }),
  };
}

/**
 * Book the difference between the input of the method, which the start drew, and the input that was measured
 * (domain 5.10). After a correction only what is not booked yet is booked.
 */
export async function settleVolumes(
  tx: Transaction,
  context: OperationContext,
  { batch, procedure, mapped }: MeasuredBatch,
): Promise<void> {
  const plannedVolume = new Decimal(procedure.sampleInputVolume ?? '0');
  const reason = `${batch.julianId} input measured`;
  const differences = new Map<string, Decimal>();
  for (const [sampleId, measured] of mapped.get('INPUT_VOLUME') ?? []) {
    const row = await sampleOf(tx, sampleId);
    // Pools and flow cells tell exactly what was taken, and booked it.
    if ((await sumUsed(tx, batch, row)).greaterThan(0)) continue;
    const tube = tubeOf(row);
    differences.set(tube, plannedVolume.minus(measured).plus(differences.get(tube) ?? 0));
  }
  for (const [tube, difference] of differences) {
    const booked = (await tx.find(event, { targetId: tube })).flatMap(({ type, data }) =>
      type === 'SAMPLE_VOLUME_CHANGED' && data['reason'] === reason ? [String(data['delta'])] : [],
    );
    await changeVolume(tx, context, tube, difference.minus(Decimal.sum(0, ...booked)), reason);
  }
}

/**
 * Copy corrected values of a returned batch to its samples and to the children that they have already
 * (domain-lab 14). A child keeps what was drawn from it since; no second child is made.
 */
export async function updateOutputs(tx: Transaction, context: OperationContext, batch: Batch): Promise<void> {
  const { samples } = await plateOf(tx, batch.id);
  const procedure = await procedureOf(tx, batch);
  const measured = { batch, procedure, mapped: await mappedValues(tx, batch, samples) };
  await settleVolumes(tx, context, measured);
  for (const { id } of samples) {
    const row = await sampleOf(tx, id);
    const outputs = outputsOf(measured, row);
    await correctFields(tx, context, batch, row, outputs);
    const isEmpty = row.remainingVolume !== null && Number(row.remainingVolume) <= 0;
    if (row.status === 'COMPLETED' && isEmpty)
      await changeSampleStatus(tx, context, row, 'DEPLETED', {
        event: 'SAMPLE_DEPLETED',
        reason: `${batch.julianId} corrected`,
      });
    // A DNA barcode is given to the well as soon as it is recorded.
    const dnaBarcode = outputs.dnaBarcode ?? row.dnaBarcode;
    for (const child of await childrenOf(tx, row)) {
      if (child.sampleKind !== BATCH_TYPE_FACTS[batch.type].output) continue;
      await correctFields(tx, context, batch, child, { ...outputs, dnaBarcode });
      await correctVolume(tx, context, measured, child, outputs.extractedVolume);
    }
  }
}

async function correctFields(
  tx: Transaction,
  context: OperationContext,
  { julianId }: Batch,
  row: Sample,
  outputs: Outputs,
): Promise<void> {
  const changes = OUTPUT_FIELDS.flatMap((name) => {
    const to = outputs[name];
    return to === undefined || to === row[name] ? [] : [{ name, from: row[name], to }];
  });
  if (changes.length === 0) return;
  await tx.patch(sample, row.id, Object.fromEntries(changes.map(({ name, to }) => [name, to])));
  await recordEvent(tx, context, {
    type: 'SAMPLE_OUTPUT_CORRECTED',
    targetType: 'Sample',
    targetId: row.id,
    data: {
      changes: changes.map(({ name, from, to }) => ({
        field: name,
        from: from === null ? null : String(from),
        to: to === null ? null : String(to),
      })),
      reason: `${julianId} corrected`,
      by: context.actor.name,
    },
  });
}

const OUTPUT_FIELDS = [
  'extractedConcentration',
  'extractedVolume',
  'fragmentLength',
  'dnaBarcode',
] as const satisfies readonly (keyof Outputs)[];

async function correctVolume(
  tx: Transaction,
  context: OperationContext,
  { batch, procedure }: MeasuredBatch,
  child: Sample,
  extractedVolume: string | null | undefined,
): Promise<void> {
  const volume = extractedVolume ?? procedure.outputVolume;
  if (volume === null) return;
  const difference = new Decimal(volume).minus(child.initialVolume ?? '0');
  if (child.initialVolume !== null && difference.isZero()) return;
  await tx.patch(sample, child.id, {
    initialVolume: volume,
    ...(child.remainingVolume === null ? { remainingVolume: volume } : {}),
  });
  if (child.remainingVolume !== null)
    await changeVolume(tx, context, child.id, difference, `${batch.julianId} corrected`);
}
