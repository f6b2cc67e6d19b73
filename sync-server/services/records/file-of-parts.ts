import { AppError } from '#db/errors/app-error.ts';
import type { FileType } from '#db/records/file-type.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';

/** A file in parts, as declared at its creation. */
export interface FileOfParts {
  id: string;
  title: string;
  fileType: FileType;
  key: string;
  type: string;
  size: number;
  status: 'PENDING' | 'STORED' | 'DELETED';
  partSize: number;
}

export const PARTED = `id, title, file_type AS "fileType", key, type, size, status, part_size AS "partSize"`;

/** Find the file that this person uploads in parts; throws 404 for anybody else. */
export async function fileOfParts(
  { pool }: Pick<AppServices, 'pool'>,
  session: Session,
  id: string,
): Promise<FileOfParts> {
  const { rows } = await pool.query<FileOfParts>(
    `SELECT ${PARTED} FROM s3_file
      WHERE id = $1 AND entity = $2 AND uploaded_by_id = $3 AND part_size IS NOT NULL AND NOT deleted`,
    [id, session.entity, session.userId],
  );
  if (!rows[0])
    throw new AppError(
      'NOT_FOUND',
      'This upload is not there any more. Choose the file again to begin anew.',
    );
  return rows[0];
}
