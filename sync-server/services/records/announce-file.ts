import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { announceDocument, bucketOf } from '#db/records/announce-document.ts';
import { LARGEST_DOCUMENT } from '#db/records/document-rules.ts';
import { FileSubtype } from '#db/records/file-subtype.ts';
import { FileTargetType } from '#db/records/file-target-type.ts';
import { FileType } from '#db/records/file-type.ts';
import { DOCUMENT_EXTENSIONS, fileNameEnding } from '#db/values/file-name.ts';
import { Id } from '#db/values/id.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { actOnServer } from '#sync-server/sync/act-on-server.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { fileStoreOf } from './file-store.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** 5 MB in the specification's sizes, which count by thousands. */
export const LARGEST_PICTURE = 5_000_000;
const MOST_WAITING = 20;

const DocumentName = fileNameEnding(DOCUMENT_EXTENSIONS);
const PictureName = fileNameEnding(['png', 'jpg', 'jpeg', 'gif']);
const PictureType = z.enum(['image/png', 'image/jpeg', 'image/gif'], 'Choose a PNG, JPEG or GIF picture.');

/** `POST /api/s3/presigned`, in. */
export const AnnouncedFile = z.strictObject({
  title: z.string().trim().min(1).max(255),
  size: z.int().min(1, 'The file is empty.'),
  type: z.string().min(1).max(200),
  fileType: FileType,
  subType: FileSubtype.nullish(),
  targetType: FileTargetType.nullish(),
  targetId: Id.nullish(),
  /** Asked of staff: whether the customer sees the document. */
  customerVisible: z.boolean().nullish(),
});
export type AnnouncedFile = z.infer<typeof AnnouncedFile>;

const wrong = (path: string, message: string): AppError =>
  new AppError('VALIDATION', message, [{ path, message }]);

function checkPicture({ title, size, type }: AnnouncedFile): void {
  const name = PictureName.safeParse(title);
  if (!name.success) throw wrong('title', name.error.issues[0]?.message ?? MESSAGES.fixForm);
  const kind = PictureType.safeParse(type);
  if (!kind.success) throw wrong('type', kind.error.issues[0]?.message ?? MESSAGES.fixForm);
  if (size > LARGEST_PICTURE) throw wrong('size', 'The picture is larger than 5 MB. Choose a smaller one.');
}

/** What was begun and not sent within the hour is forgotten; nobody begins much more than they send. */
async function requireFewWaiting({ pool, now }: Services, userId: string): Promise<void> {
  await pool.query(
    `DELETE FROM s3_file WHERE status = 'PENDING' AND uploaded_by_id = $1 AND created_at < $2::timestamptz - interval '1 hour'`,
    [userId, now()],
  );
  const { rows } = await pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM s3_file WHERE status = 'PENDING' AND uploaded_by_id = $1`,
    [userId],
  );
  if ((rows[0]?.waiting ?? 0) >= MOST_WAITING)
    throw new AppError('RATE_LIMITED', 'Many files were begun and not sent. Try again in an hour.');
}

async function announcePicture(
  { pool, now }: Services,
  { userId, entity }: Session,
  id: string,
  picture: AnnouncedFile,
): Promise<string> {
  const key = `images/${id}`;
  await pool.query(
    `INSERT INTO s3_file (id, created_at, created_by_id, updated_at, entity, title, size, type, file_type, sub_type, bucket,
       key, status, customer_visible, uploaded_by_id, download_count)
     VALUES ($1, $2, $3, $2, $4, $5, $6, $7, 'IMAGE', $8, 'images', $9, 'PENDING', false, $3, 0)`,
    [id, now(), userId, entity, picture.title, picture.size, picture.type, picture.subType ?? null, key],
  );
  return key;
}

/** Notes that a file will come and gives the address that takes it, for a few minutes and once. */
export async function announceFile(
  services: AppServices,
  session: Session,
  announced: AnnouncedFile,
): Promise<{ url: string; id: string; key: string }> {
  const { userId } = session;
  const id = ulid();
  const url = (key: string) => fileStoreOf(services.env).putUrl({ id, key, userId }, services.now());
  if (announced.fileType === 'IMAGE') {
    checkPicture(announced);
    await requireFewWaiting(services, userId);
    const key = await announcePicture(services, session, id, announced);
    return { url: url(key), id, key };
  }
  const name = DocumentName.safeParse(announced.title);
  if (!name.success) throw wrong('title', name.error.issues[0]?.message ?? MESSAGES.fixForm);
  if (announced.size > LARGEST_DOCUMENT)
    throw wrong('size', 'The file is larger than 50 MB. Choose a smaller one.');
  await requireFewWaiting(services, userId);
  const { type: _type, ...about } = announced;
  await actOnServer(engineOf(services), session, announceDocument, {
    subType: null,
    targetType: null,
    targetId: null,
    customerVisible: null,
    ...about,
    title: name.data,
    fileId: id,
  });
  const key = `${bucketOf(announced.fileType)}/${id}`;
  return { url: url(key), id, key };
}
