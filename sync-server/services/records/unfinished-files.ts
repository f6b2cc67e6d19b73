import type { FileTargetType } from '#db/records/file-target-type.ts';
import type { UnfinishedFile } from '#db/records/shown-file.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { partsOfUploads } from './parts-of.ts';

/** List this person's unfinished uploads to a record, with the parts that have arrived. */
export async function unfinishedFiles(
  { pool, env }: Pick<AppServices, 'pool' | 'env'>,
  session: Session,
  target: { targetType: FileTargetType; targetId: string },
): Promise<{ rows: UnfinishedFile[] }> {
  const { rows } = await pool.query<Omit<UnfinishedFile, 'arrived'>>(
    `SELECT id, title, size, sub_type AS "subType", part_size AS "partSize" FROM s3_file
      WHERE entity = $1 AND uploaded_by_id = $2 AND target_type = $3 AND target_id = $4
        AND status = 'PENDING' AND part_size IS NOT NULL AND NOT deleted
      ORDER BY created_at DESC, id DESC LIMIT 50`,
    [session.entity, session.userId, target.targetType, target.targetId],
  );
  const parts = partsOfUploads(env);
  return {
    rows: await Promise.all(rows.map(async (row) => ({ ...row, arrived: await parts.arrived(row.id) }))),
  };
}
