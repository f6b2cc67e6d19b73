import { specimen } from '#db/specimens/specimen.ts';
import type { StorageProblem } from '#db/storage/place-problem.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';

/**
 * List the aliquots that a supplemental order still awaits from a tube, also those whose specimen is on hold.
 */
export async function awaitedAliquots(tx: Transaction, tube: Sample): Promise<Sample[]> {
  const children = await tx.find(sampleEntity, { parentSampleId: tube.id });
  const awaited: Sample[] = [];
  for (const one of children) if (await isAwaited(tx, one)) awaited.push(one);
  return awaited.sort((a, b) => a.barcode.localeCompare(b.barcode));
}

async function isAwaited(tx: Transaction, one: Sample): Promise<boolean> {
  if (one.status === 'SUPPLEMENTAL') return true;
  // An aliquot that was taken has a volume.
  if (one.initialVolume !== null || one.specimenId === null) return false;
  const owner = await tx.get(specimen, one.specimenId);
  return owner?.statusBeforeHold === 'SUPPLEMENTAL' && owner.status === one.status;
}

/** Return why a tube must stay in the lab while an aliquot of it is awaited; null when none is. */
export const awaitedProblem = (tube: Sample, awaited: readonly Sample[]): StorageProblem | null =>
  awaited.length === 0
    ? null
    : {
        code: 'ALIQUOT_AWAITED',
        message: `An aliquot of ${tube.barcode} is awaited: ${awaited.map(({ barcode }) => barcode).join(', ')}. Take it, or cancel its order, first.`,
      };
