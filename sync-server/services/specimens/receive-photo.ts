import { createHash } from 'node:crypto';
import { AppError } from '#db/errors/app-error.ts';
import { keepPhoto, MAX_PHOTO_SIZE, photoKey } from '#db/records/files/keep-photo.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { readJpeg, storeBytes } from '#sync-server/services/records/files/receive-jpeg.ts';
import { scanFile } from '#sync-server/services/records/files/scan-file.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import type { ActingPerson } from '#sync-server/sync/judge-operation.ts';

const PHOTO = { noun: 'photo', largest: MAX_PHOTO_SIZE, retryAdvice: 'Take it again.' };

interface SentPhoto {
  id: string;
  accessionGroupId: string;
  body: AsyncIterable<unknown>;
  /** Signing time of the receipt for a hand-over; otherwise now. */
  occurredAt?: string;
}

/** Find the owner of the file with this id; ids are unique over all entities. */
async function rejectDuplicate(
  { pool }: Pick<AppServices, 'pool'>,
  { userId, entity }: ActingPerson,
  id: string,
): Promise<void> {
  const { rows } = await pool.query<{ own: boolean }>(
    'SELECT uploaded_by_id = $2 AND entity = $3 AS own FROM s3_file WHERE id = $1',
    [id, userId, entity],
  );
  if (rows[0]?.own === false)
    throw new AppError('CONFLICT', 'Another file has the id of this photo. Take the photo again.');
}

/**
 * Handle `PUT` of a photo under an id that its device has created. The same photo sent again gets the first
 * response; bytes stored before a crash are found again by their content.
 */
export async function receivePhoto(
  services: AppServices,
  person: ActingPerson,
  photo: SentPhoto,
): Promise<void> {
  const bytes = await readJpeg(photo.body, PHOTO);
  await rejectDuplicate(services, person, photo.id);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const key = photoKey(photo.id, sha256);
  await storeBytes(services, key, bytes);
  const size = bytes.length;
  const args = { fileId: photo.id, accessionGroupId: photo.accessionGroupId, size, sha256 };
  await executeOperation(engineOf(services), person, keepPhoto, args, {}, undefined, photo.occurredAt);
  // The photo is stored whatever the scan's result; a job retries an unavailable scanner.
  const file = { id: photo.id, title: `photo-${photo.id}.jpg`, key, size, entity: person.entity };
  await scanFile(services, file).catch((error: unknown) =>
    services.logger.warn({ err: error }, 'a photo awaits its virus scan'),
  );
}
