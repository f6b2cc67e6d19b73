import { limitNameOf, may } from '#db/access/grants.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { STAFF_ROLES, seesAllCompanies } from '#db/access/roles.ts';
import { type FilesQuery, ShownFile } from '#db/records/files/shown-file.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { OWNER_OF_TARGET, requireRecord } from '#sync-server/services/records/record-owner.ts';
import { type AccessibleFile, fileReader, RECALLED, RELEASED, SUPERSEDED } from './file-access.ts';

const MAX_FILES = 500;
const FILES = `
  SELECT f.id, f.title, f.size, f.type, f.file_type AS "fileType", f.sub_type AS "subType", f.key,
    f.target_type AS "targetType", f.target_id AS "targetId", f.customer_visible AS "customerVisible",
    f.uploaded_by_id AS "uploadedById", f.download_count AS "downloadCount", f.created_at AS "createdAt",
    f.scan_status AS "scanStatus", f.scan_finding AS "scanFinding", f.released,
    coalesce(sp.customer_sample_id, sp.requisition_number) AS "specimenName",
    f.superseded, f.recalled,
    CASE WHEN NOT $6 AND EXISTS (SELECT 1 FROM user_company m WHERE m.user_id = u.id AND m.role = ANY ($7))
      THEN 'The lab' ELSE coalesce(u.name, u.email) END AS "uploadedByName", f."ownerId", o.status AS "orderStatus",
    coalesce(o.purchase_order_file_id = f.id, false) AS "inUse"
  FROM (SELECT *, ${OWNER_OF_TARGET} AS "ownerId", ${RELEASED} AS released, ${SUPERSEDED} AS superseded,
      ${RECALLED} AS recalled FROM s3_file
    WHERE entity = ANY ($1) AND status = 'STORED' AND NOT deleted AND file_type <> 'IMAGE'
      AND target_type IS DISTINCT FROM 'ProcedureFile'
      AND (($2::text IS NULL AND uploaded_by_id = $4) OR (target_type = $2 AND target_id = $3)
        OR ($5 AND target_type = 'Specimen' AND target_id IN (
          SELECT id FROM specimen WHERE order_id = $3 AND NOT deleted)))
    ORDER BY created_at DESC, id DESC LIMIT ${MAX_FILES}) f
  JOIN "user" u ON u.id = f.uploaded_by_id
  LEFT JOIN specimen sp ON $5 AND f.target_type = 'Specimen' AND sp.id = f.target_id
  LEFT JOIN "order" o ON f.target_type = 'Order' AND o.id = f.target_id
  ORDER BY f.created_at DESC, f.id DESC`;

type FileRow = Omit<ShownFile, 'removable' | 'createdAt'> &
  AccessibleFile & { createdAt: Date; orderStatus: string | null; inUse: boolean };

function isRemovable({ role, userId }: Session, file: FileRow): boolean {
  if (!may(role, 's3/delete:delete') || (file.inUse && file.orderStatus !== 'DRAFT')) return false;
  const limit = limitNameOf(role, 's3/delete:delete');
  if (limit === null) return true;
  return file.uploadedById === userId && (limit !== 'own draft' || (file.orderStatus ?? 'DRAFT') === 'DRAFT');
}

/** Read the stored files that this person may read: of a visible record, or their own; newest first. */
export async function listFiles(
  services: Pick<AppServices, 'pool'>,
  session: Session,
  { targetType, targetId, specimens }: FilesQuery,
): Promise<{ rows: ShownFile[] }> {
  if (targetType && targetId) await requireRecord(services.pool, session, targetType, targetId);
  const { rows } = await services.pool.query<FileRow>(FILES, [
    visibleEntities(session),
    targetType ?? null,
    targetId ?? null,
    session.userId,
    specimens === 'true' && targetType === 'Order',
    seesAllCompanies(session.role),
    [...STAFF_ROLES],
  ]);
  const reads = await fileReader(services, session);
  return {
    rows: rows.filter(reads).map((file) =>
      ShownFile.parse({
        ...file,
        createdAt: file.createdAt.toISOString(),
        removable: isRemovable(session, file),
      }),
    ),
  };
}
