import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { announceDocument, bucketOf } from '#db/records/files/announce-document.ts';
import { fileLimits, PART_SIZE } from '#db/records/files/document-rules.ts';
import type { PendingUpload, UploadRequest } from '#db/records/files/upload-request.ts';
import { fileNameEnding } from '#db/values/file-name.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { fileStoreOf } from './file-store-of.ts';

type Services = AppServices;

/** 5 MB in the specification's units, which are decimal. */
const LARGEST_PICTURE = 5_000_000;
const MAX_PENDING = 20;

const PictureName = fileNameEnding(['png', 'jpg', 'jpeg', 'gif']);
const PictureType = z.enum(['image/png', 'image/jpeg', 'image/gif'], 'Choose a PNG, JPEG or GIF picture.');

const wrong = (path: string, message: string): AppError =>
  new AppError('VALIDATION', message, [{ path, message }]);

function checkPicture({ title, size, type }: UploadRequest): void {
  const name = PictureName.safeParse(title);
  if (!name.success) throw wrong('title', name.error.issues[0]?.message ?? MESSAGES.fixForm);
  const kind = PictureType.safeParse(type);
  if (!kind.success) throw wrong('type', kind.error.issues[0]?.message ?? MESSAGES.fixForm);
  if (size > LARGEST_PICTURE) throw wrong('size', 'The picture is larger than 5 MB. Choose a smaller one.');
}

/** Delete uploads not sent within the hour, and limit a person's open ones. */
async function limitPendingUploads({ pool, now }: Services, userId: string): Promise<void> {
  await pool.query(
    `DELETE FROM s3_file WHERE status = 'PENDING' AND part_size IS NULL AND uploaded_by_id = $1 AND created_at < $2::timestamptz - interval '1 hour'`,
    [userId, now()],
  );
  const { rows } = await pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM s3_file WHERE status = 'PENDING' AND uploaded_by_id = $1`,
    [userId],
  );
  if ((rows[0]?.waiting ?? 0) >= MAX_PENDING)
    throw new AppError('RATE_LIMITED', 'Too many unfinished uploads. Try again in an hour.', [], {
      retryAfterSeconds: 3_600,
    });
}

async function createPictureUpload(
  { pool, now }: Services,
  { userId, entity }: Session,
  id: string,
  picture: UploadRequest,
): Promise<string> {
  const key = `images/${id}`;
  await pool.query(
    `INSERT INTO s3_file (id, created_at, created_by_id, updated_at, entity, title, size, type, file_type, sub_type, bucket,
       key, status, scan_status, customer_visible, uploaded_by_id, download_count)
     VALUES ($1, $2, $3, $2, $4, $5, $6, $7, 'IMAGE', $8, 'images', $9, 'PENDING', 'CLEAN', false, $3, 0)`,
    [id, now(), userId, entity, picture.title, picture.size, picture.type, picture.subType ?? null, key],
  );
  return key;
}

/** Create an upload and return its URL, valid once and for a few minutes. */
export async function createUpload(
  services: AppServices,
  session: Session,
  announced: UploadRequest,
): Promise<PendingUpload> {
  const { userId } = session;
  const id = ulid();
  if (announced.fileType === 'IMAGE') {
    checkPicture(announced);
    await limitPendingUploads(services, userId);
    const key = await createPictureUpload(services, session, id, announced);
    return { url: fileStoreOf(services.env).putUrl({ id, key, userId }, services.now()), id, key };
  }
  return createDocumentUpload(services, session, { ...announced, id });
}

const DOCUMENT_LIMIT = fileLimits(null).largest;

/** Create the upload of a document or of run data, whole or in parts. */
async function createDocumentUpload(
  services: Services,
  session: Session,
  announced: UploadRequest & { id: string },
): Promise<PendingUpload> {
  const { type: _type, inParts, id, ...about } = announced;
  const { extensions, largest, tooLarge } = fileLimits(about.subType ?? null);
  const name = fileNameEnding(extensions).safeParse(about.title);
  if (!name.success) throw wrong('title', name.error.issues[0]?.message ?? MESSAGES.fixForm);
  if (about.size > largest) throw wrong('size', tooLarge);
  if (!inParts && about.size > DOCUMENT_LIMIT)
    throw wrong('inParts', 'A file of this size is sent in parts.');
  await limitPendingUploads(services, session.userId);
  const partSize = inParts ? PART_SIZE : null;
  await executeOperation(engineOf(services), session, announceDocument, {
    ...about,
    subType: about.subType ?? null,
    targetType: about.targetType ?? null,
    targetId: about.targetId ?? null,
    customerVisible: about.customerVisible ?? null,
    supersedesId: about.supersedesId ?? null,
    title: name.data,
    partSize,
    fileId: id,
  });
  const key = `${bucketOf(about.fileType)}/${id}`;
  if (partSize !== null) return { url: `/api/s3/parts/${id}`, id, key, partSize };
  const address = { id, key, userId: session.userId };
  return { url: fileStoreOf(services.env).putUrl(address, services.now()), id, key };
}
