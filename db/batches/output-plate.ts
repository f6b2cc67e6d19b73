import { event } from '#db/records/events/event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { compareWells } from '#db/values/plate-well.ts';
import type { Batch } from './batch.ts';

/** An output sample of a batch, and the well of its parent. */
export interface BatchOutput {
  sample: Sample;
  well: string;
}

/**
 * Return the samples that the completion of a batch made, in plate order, without aliquots that were taken of
 * the same parents at another time.
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

/** Return the output plate of a batch, or undefined. */
export async function outputPlateOf(tx: Transaction, batch: Batch): Promise<StorageManagement | undefined> {
  const plate =
    batch.outputPlateId === null ? undefined : await tx.get(storageManagement, batch.outputPlateId);
  return plate && !plate.deleted ? plate : undefined;
}

/**
 * Return the id of a batch's next output plate. The id is the same on every device, so that two people who
 * make the plate offline make one plate and later operations of both apply to that plate. The id is unique:
 * an id of an operation never has a hyphen.
 */
export async function nextOutputPlateId(tx: Transaction, batch: Batch): Promise<string> {
  const idOf = (n: number): string => `${batch.id.slice(0, 48)}-output-${n}`;
  let n = 1;
  while (await tx.get(storageManagement, idOf(n))) n += 1;
  return idOf(n);
}

/**
 * Return the proposed code of the plate: the batch's own code with a suffix that distinguishes it from the
 * work plate.
 */
export const outputPlateCode = (batch: Pick<Batch, 'julianId'>, earlier: number): string =>
  `${batch.julianId}-OUT${earlier === 0 ? '' : earlier + 1}`;
