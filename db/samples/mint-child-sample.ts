import { AppError, refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { offlineSampleBarcode, sampleBarcode } from '#db/values/julian-date.ts';
import { barcode } from './barcode.ts';
import { type Sample, sample } from './sample.ts';

/** Ids of a child sample and of its label. */
export interface ChildIds {
  sampleId: string;
  barcodeId: string;
}

/**
 * Create a sample from another one: with its own label, the same procedures and, unless another is given, the
 * same specimen. Offline the label ends with the device's letter and a digit, online with the next two
 * digits, so that two replicas never print the same.
 */
export async function mintChildSample(
  tx: Transaction,
  context: OperationContext,
  from: Sample,
  child: {
    ids?: ChildIds;
    suffixLetter: string | null;
    fields: Pick<Sample, 'sampleKind' | 'status' | 'stage' | 'parentSampleId'> & Partial<Sample>;
  },
): Promise<Sample> {
  const ids = child.ids ?? { sampleId: context.newId(), barcodeId: context.newId() };
  const owner = { ...from, specimenId: child.fields.specimenId ?? from.specimenId };
  const value = await nextBarcode(tx, owner, child.suffixLetter);
  await tx.insert(barcode, {
    id: ids.barcodeId,
    entity: from.entity,
    value,
    type: 'SAMPLE',
    targetId: ids.sampleId,
    active: true,
  });
  const row = await tx.insert(sample, {
    id: ids.sampleId,
    entity: from.entity,
    specimenId: from.specimenId,
    barcodeId: ids.barcodeId,
    barcode: value,
    samplePreparationProcedureId: from.samplePreparationProcedureId,
    extractionProcedureId: from.extractionProcedureId,
    libraryPreparationProcedureId: from.libraryPreparationProcedureId,
    sequencingProcedureId: from.sequencingProcedureId,
    flaggedForReview: false,
    positionConflict: false,
    attempt: from.attempt,
    ...child.fields,
  });
  await recordEvent(tx, context, {
    type: 'SAMPLE_CREATED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: from.id, fromBarcode: from.barcode, barcode: value, by: context.actor.name },
  });
  return row;
}

/** Return the label of a specimen's next sample; a device's letter has nine numbers. */
export async function nextBarcode(
  tx: Transaction,
  from: Sample,
  suffixLetter: string | null,
): Promise<string> {
  const owner = from.specimenId === null ? undefined : await tx.get(specimen, from.specimenId);
  if (!owner || owner.julianId === null) {
    throw refuse('NO_SPECIMEN', `Sample ${from.barcode} has no specimen; link it to a requisition first.`);
  }
  const siblings = await tx.find(sample, { specimenId: owner.id, deleted: [true, false] });
  const aliases = await tx.find(barcode, { targetId: siblings.map(({ id }) => id) });
  // An alias was printed too, so its number is not reused.
  const values = [...siblings.map((row) => row.barcode), ...aliases.map(({ value }) => value)];
  const own = values.filter((value) => value.startsWith(`${owner.julianId}-`));
  const suffixes = own.map((value) => value.slice(value.lastIndexOf('-') + 1));
  const numbers = suffixes
    .filter((suffix) => (suffixLetter === null ? /^\d{2}$/.test(suffix) : suffix.startsWith(suffixLetter)))
    .map((suffix) => Number(suffixLetter === null ? suffix : suffix.slice(1)));
  const next = Math.max(0, ...numbers) + 1;
  if (next > (suffixLetter === null ? 99 : 9)) {
    throw new AppError(
      'NO_BARCODE_LEFT',
      `Specimen ${owner.julianId} has no label left on this device. Go online first.`,
    );
  }
  return suffixLetter === null
    ? sampleBarcode(owner.julianId, next)
    : offlineSampleBarcode(owner.julianId, suffixLetter, next);
}
