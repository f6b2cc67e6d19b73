import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#db/errors/app-error.ts';
import { keepPhoto, LARGEST_PHOTO, photoKey } from '#db/records/keep-photo.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { pictureOf } from '#sync-server/integrations/files/picture-kind.ts';
import { fileStoreOf } from '#sync-server/services/records/file-store.ts';
import { scanFile } from '#sync-server/services/records/scan-file.ts';
import { actOnServer } from '#sync-server/sync/act-on-server.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import type { ActingPerson } from '#sync-server/sync/judge-operation.ts';

/** A photo may be this wide or high; larger ones are bombs. */
const WIDEST = 8_000;

interface SentPhoto {
  id: string;
  accessionGroupId: string;
  body: AsyncIterable<unknown>;
  /** When the receipt was signed, of somebody whose device hands it over; else it is done now. */
  occurredAt?: string;
}

async function readPhoto(body: AsyncIterable<unknown>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(String(part));
    length += bytes.length;
    if (length > LARGEST_PHOTO)
      throw new AppError('TOO_LARGE', 'The photo is larger than 5 MB. Take it again.');
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function checkPhoto(bytes: Buffer): void {
  const picture = pictureOf(bytes);
  if (picture?.type !== 'image/jpeg')
    throw new AppError('VALIDATION', 'A photo is sent as JPEG, and this is none. Take it again.');
  if (picture.width < 1 || picture.height < 1 || picture.width > WIDEST || picture.height > WIDEST)
    throw new AppError(
      'VALIDATION',
      `The photo is ${picture.width} × ${picture.height}; ${WIDEST} is the most. Take it again.`,
    );
}

/** Whose the file with this id is; ids are unique over all entities. */
async function refuseTaken(
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

/** Puts the bytes into the store; those that are there already under this key are the same. */
async function storeBytes(services: AppServices, key: string, bytes: Buffer): Promise<void> {
  const folder = path.join(services.env.DATA_DIR, 'files', 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = path.join(folder, randomBytes(12).toString('hex'));
  try {
    await writeFile(place, bytes, { mode: 0o600, flush: true });
    await fileStoreOf(services.env).keep(key, place, 'image/jpeg');
  } finally {
    await rm(place, { force: true });
  }
}

/**
 * `PUT` of a photo under the id that its device has minted. The same photo sent again is answered as at first; bytes
 * that were stored while the server fell over are found again by their content.
 */
export async function receivePhoto(
  services: AppServices,
  person: ActingPerson,
  sent: SentPhoto,
): Promise<void> {
  const bytes = await readPhoto(sent.body);
  checkPhoto(bytes);
  await refuseTaken(services, person, sent.id);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const key = photoKey(sent.id, sha256);
  await storeBytes(services, key, bytes);
  const size = bytes.length;
  const args = { fileId: sent.id, accessionGroupId: sent.accessionGroupId, size, sha256 };
  await actOnServer(engineOf(services), person, keepPhoto, args, {}, undefined, sent.occurredAt);
  // It is stored, whatever comes of this; a scanner that is away is asked again by the job.
  const file = { id: sent.id, title: `photo-${sent.id}.jpg`, key, size, entity: person.entity };
  await scanFile(services, file).catch((error: unknown) =>
    services.logger.warn({ err: error }, 'a photo waits to be looked through'),
  );
}
