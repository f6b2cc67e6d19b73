import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { FileSubtype } from '#db/records/file-subtype.ts';
import { FileType } from '#db/records/file-type.ts';
import { fileNameEnding } from '#db/values/file-name.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fileStoreOf } from './file-store.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** 5 MB in the specification's sizes, which count by thousands. */
export const LARGEST_PICTURE = 5_000_000;
const MOST_WAITING = 20;

const PictureName = fileNameEnding(['png', 'jpg', 'jpeg', 'gif']);
const PictureType = z.enum(['image/png', 'image/jpeg', 'image/gif'], 'Choose a PNG, JPEG or GIF picture.');

/** `POST /api/s3/presigned`, in. */
export const AnnouncedFile = z.strictObject({
  title: z.string().trim().min(1).max(255),
  size: z.int().min(1, 'The file is empty.'),
  type: z.string().min(1).max(200),
  fileType: FileType,
  subType: FileSubtype.nullish(),
});
export type AnnouncedFile = z.infer<typeof AnnouncedFile>;

const wrong = (path: string, message: string): AppError =>
  new AppError('VALIDATION', message, [{ path, message }]);

/** Other kinds of files come with the pages that need them. */
export function requirePictures(fileType: FileType): void {
  if (fileType !== 'IMAGE')
    throw wrong('fileType', 'Only pictures (IMAGE) are stored so far. Documents come with their own pages.');
}

function checkAnnounced({ title, size, type, fileType }: AnnouncedFile): void {
  requirePictures(fileType);
  const name = PictureName.safeParse(title);
  if (!name.success) throw wrong('title', name.error.issues[0]?.message ?? MESSAGES.fixForm);
  const kind = PictureType.safeParse(type);
  if (!kind.success) throw wrong('type', kind.error.issues[0]?.message ?? MESSAGES.fixForm);
  if (size > LARGEST_PICTURE) throw wrong('size', 'The picture is larger than 5 MB. Choose a smaller one.');
}

/** Notes that a file will come and gives the address that takes it, for a few minutes and once. */
export async function announceFile(
  { pool, env, now }: Services,
  session: Session,
  announced: AnnouncedFile,
): Promise<{ url: string; id: string; key: string }> {
  checkAnnounced(announced);
  const { userId, entity } = session;
  await pool.query(
    `DELETE FROM s3_file WHERE status = 'PENDING' AND uploaded_by_id = $1 AND created_at < $2::timestamptz - interval '1 hour'`,
    [userId, now()],
  );
  const { rows } = await pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM s3_file WHERE status = 'PENDING' AND uploaded_by_id = $1`,
    [userId],
  );
  if ((rows[0]?.waiting ?? 0) >= MOST_WAITING)
    throw new AppError('RATE_LIMITED', 'Many pictures were begun and not sent. Try again in an hour.');
  const id = ulid();
  const key = `images/${id}`;
  await pool.query(
    `INSERT INTO s3_file (id, created_at, created_by_id, updated_at, entity, title, size, type, file_type, sub_type, bucket,
       key, status, customer_visible, uploaded_by_id, download_count)
     VALUES ($1, $2, $3, $2, $4, $5, $6, $7, $8, $9, 'images', $10, 'PENDING', false, $3, 0)`,
    [
      id,
      now(),
      userId,
      entity,
      announced.title,
      announced.size,
      announced.type,
      announced.fileType,
      announced.subType ?? null,
      key,
    ],
  );
  return { url: fileStoreOf(env).putUrl({ id, key, userId }, now()), id, key };
}
