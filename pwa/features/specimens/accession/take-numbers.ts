import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { nextAccessionGroupNumber, nextSpecimenNumber } from '#pwa/replica/operations/number-lease.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';

async function labDay(replica: Replica): Promise<string> {
  const enrollment = await replica.enrollment();
  if (!enrollment) throw new AppError('CONFLICT', 'Connect this device once before you work offline.');
  return labDayOf(new Date().toISOString(), enrollment.labTimezone);
}

/**
 * Allocate the number and ids of one more item, with the letter of the specimen's business entity; what was
 * not expected gets that of the lab's home. The number is never reused.
 */
export async function takeLabel(
  replica: Replica,
  specimen: Pick<Specimen, 'entity'> | null,
): Promise<{ sampleId: string; sampleBarcodeId: string; julianId: string }> {
  const day = await labDay(replica);
  const julianId = await nextSpecimenNumber(
    replica.store.side,
    specimen?.entity ?? replica.actor.entity,
    day,
  );
  return { sampleId: ulid(), sampleBarcodeId: ulid(), julianId };
}

/** Allocate the number of a receiving session. */
export const takeGroupNumber = async (replica: Replica): Promise<string> =>
  nextAccessionGroupNumber(replica.store.side, replica.actor.entity, await labDay(replica));
