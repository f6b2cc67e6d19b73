import type { Pool } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';

/** Return when a person signed the receipt that names this photo; throws if no receipt of theirs does. */
export async function receiptTime(
  pool: Pool,
  { userId, entity }: Pick<Actor, 'userId' | 'entity'>,
  photo: { id: string; accessionGroupId: string },
): Promise<string> {
  const { rows } = await pool.query<{ at: Date }>(
    `SELECT received_at AS at FROM accession_group
      WHERE id = $1 AND entity = $2 AND received_by_id = $3 AND $4 = ANY (photo_file_ids) AND NOT deleted`,
    [photo.accessionGroupId, entity, userId, photo.id],
  );
  if (!rows[0])
    throw new AppError('NOT_FOUND', 'The receipt of this photo was not taken. A manager looks at it first.');
  return rows[0].at.toISOString();
}
