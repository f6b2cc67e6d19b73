import { event } from '#db/records/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { compareWells } from '#db/values/plate-well.ts';
import type { Batch } from './batch.ts';

/** A sample that came out of a batch, and the well in which its parent was. */
export interface BatchOutput {
  sample: Sample;
  well: string;
}

/**
 * The samples that the completion of a batch made, in plate order. An aliquot that was taken of the same parent at
 * another time is none of them.
 */
export async function outputsOf(tx: Transaction, batch: Batch): Promise<BatchOutput[]> {
  const [completed] = (await tx.find(event, { targetId: batch.id })).filter(
    (one) => one.type === 'BATCH_COMPLETED',
  );
  const parents = (await tx.find(sample, { batchId: batch.id })).filter((row) => row.plateLocation !== null);
  if (!completed || parents.length === 0) return [];
  const wells = new Map(parents.map((row) => [row.id, row.plateLocation]));
  const children = await tx.find(sample, { parentSampleId: parents.map((row) => row.id) });
  const creationEvents =
    children.length === 0 ? [] : await tx.find(event, { targetId: children.map((row) => row.id) });
  const atCompletion = new Set(
    creationEvents
      .filter(
        (one) => one.type === 'SAMPLE_CREATED' && one.data['operationId'] === completed.data['operationId'],
      )
      .map((one) => one.targetId),
  );
  return children
    .flatMap((row) => {
      const well = wells.get(row.parentSampleId ?? '') ?? null;
      return well === null || !atCompletion.has(row.id) ? [] : [{ sample: row, well }];
    })
    .sort((a, b) => compareWells(a.well, b.well));
}

/** The output plate of a batch, or undefined. */
export async function outputPlateOf(tx: Transaction, batch: Batch): Promise<StorageManagement | undefined> {
  const plate =
    batch.outputPlateId === null ? undefined : await tx.get(storageManagement, batch.outputPlateId);
  return plate && !plate.deleted ? plate : undefined;
}

/**
 * The id of a batch's next output plate: the same on every device, so that two people who make it offline make one plate,
 * and what either of them does with it afterwards is done with that one. It is nobody else's: an id of an operation never
 * has a hyphen.
 */
export async function nextOutputPlateId(tx: Transaction, batch: Batch): Promise<string> {
  const idOf = (n: number): string => `${batch.id.slice(0, 48)}-output-${n}`;
  let n = 1;
  while (await tx.get(storageManagement, idOf(n))) n += 1;
  return idOf(n);
}

/** The code that is proposed for the plate: the batch's own with what tells it from the plate that was worked on. */
export const outputPlateCode = (batch: Pick<Batch, 'julianId'>, earlier: number): string =>
  `${batch.julianId}-OUT${earlier === 0 ? '' : earlier + 1}`;
