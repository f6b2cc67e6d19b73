import { Decimal } from 'decimal.js';
import type { OperationContext } from '#db/operation.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { mintChildSample } from './mint-child-sample.ts';
import { retainedDnaBarcode, type Sample, sample } from './sample.ts';
import { changeVolume } from './volume.ts';

/** The text when too little material is left for a repeat. */
export const NOT_ENOUGH_MATERIAL = 'Not enough material left; request a new specimen.';

/** Check whether a tube has enough for another run of its stage. An unknown volume counts as none. */
export async function isEnough(tx: Transaction, row: Sample): Promise<boolean> {
  if (row.remainingVolume === null || row.stage === null || Number(row.remainingVolume) <= 0) return false;
  const procedureId = row[PROCEDURE_ID_FIELD[row.stage]];
  const method = procedureId === null ? undefined : await tx.get(procedure, procedureId);
  return Number(row.remainingVolume) >= Number(method?.sampleInputVolume ?? '0');
}

/**
 * Find the tube from which the work is repeated: the failed one itself, else its parent (one stage back), and
 * so on to the primary; null when none has enough left.
 */
export async function materialFor(tx: Transaction, failed: Sample): Promise<Sample | null> {
  let row: Sample | undefined = failed;
  const visitedIds = new Set<string>();
  while (row && !visitedIds.has(row.id)) {
    if (await isEnough(tx, row)) return row;
    visitedIds.add(row.id);
    row = row.parentSampleId === null ? undefined : await tx.get(sample, row.parentSampleId);
  }
  return null;
}

/**
 * Create the tube that waits in the queue with all remaining material of another one, which is empty
 * afterwards.
 */
export async function requeueFrom(
  tx: Transaction,
  context: OperationContext,
  material: Sample,
  { attempt, suffixLetter }: { attempt: number; suffixLetter: string | null },
): Promise<Sample> {
  const volume = material.remainingVolume ?? '0';
  const { sampleKind } = material;
  const child = await mintChildSample(tx, context, material, {
    suffixLetter,
    fields: {
      sampleKind: sampleKind === 'PRIMARY' || sampleKind === 'DUPLICATE' ? 'ALIQUOT' : sampleKind,
      status: 'IN_QUEUE',
      stage: material.stage,
      parentSampleId: material.id,
      initialVolume: volume,
      remainingVolume: volume,
      extractedConcentration: material.extractedConcentration,
      extractedVolume: material.extractedVolume,
      fragmentLength: material.fragmentLength,
      dnaBarcode: retainedDnaBarcode(material),
      attempt,
    },
  });
  const drawnVolume = new Decimal(volume).negated();
  await changeVolume(tx, context, material.id, drawnVolume, `Re-queued as ${child.barcode}`, {
    requeuedTo: child.id,
  });
  return child;
}

/**
 * Replace a failed sample by a sibling that waits in the queue with the remaining material, attempt + 1.
 * Returns null when no tube has enough left.
 */
export async function requeueOne(
  tx: Transaction,
  context: OperationContext,
  failed: Sample,
  suffixLetter: string | null,
): Promise<Sample | null> {
  const material = await materialFor(tx, failed);
  if (!material || material.remainingVolume === null) return null;
  const sibling = await requeueFrom(tx, context, material, { attempt: failed.attempt + 1, suffixLetter });
  await tx.patch(sample, failed.id, { status: 'RESET' });
  await recordEvent(tx, context, {
    type: 'SAMPLE_REQUEUED',
    targetType: 'Sample',
    targetId: failed.id,
    data: {
      from: failed.status,
      to: 'RESET',
      sampleId: sibling.id,
      barcode: sibling.barcode,
      by: context.actor.name,
    },
  });
  return sibling;
}
