import type { Pool } from 'pg';
import { visibleEntities } from '#db/access/lab.ts';
import { entityNamed } from '#db/entities.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FileTargetType } from '#db/records/files/file-type.ts';
import type { NoteTargetType } from '#db/records/notes/note.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';

const OF_ORDER = '(SELECT o.company_id FROM "order" o WHERE o.id';
const OF_SPECIMEN = `(SELECT o.company_id FROM specimen s JOIN "order" o ON o.id = s.order_id WHERE s.id`;

/** SQL: the company that owns the record of a file or note, over its columns; null for the lab's own. */
export const OWNER_OF_TARGET = `CASE target_type
  WHEN 'Order' THEN ${OF_ORDER} = target_id)
  WHEN 'Specimen' THEN ${OF_SPECIMEN} = target_id)
  WHEN 'Sample' THEN ${OF_SPECIMEN} = (SELECT specimen_id FROM sample WHERE id = target_id))
  WHEN 'Project' THEN (SELECT p.company_id FROM project p WHERE p.id = target_id)
  WHEN 'SupportRequest' THEN (SELECT r.company_id FROM support_request r WHERE r.id = target_id)
  WHEN 'Company' THEN target_id
  WHEN 'ClinicianLicense' THEN (SELECT uc.company_id FROM clinician_license l
    JOIN user_company uc ON uc.user_id = l.user_id AND uc.role IN ${rolesSql('holdLicenses')} AND NOT uc.deleted
    WHERE l.id = target_id ORDER BY uc.id LIMIT 1)
  END`;

/** Throw 404 unless the record exists and the person sees it. */
export async function requireRecord(
  pool: Pool,
  session: Session,
  targetType: FileTargetType | NoteTargetType,
  targetId: string,
): Promise<void> {
  const table = entityNamed(targetType)?.table;
  if (!table) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const { rows } = await pool.query<{ ownerId: string | null }>(
    `SELECT ${OWNER_OF_TARGET} AS "ownerId" FROM (SELECT $1::text AS target_type, id AS target_id
      FROM ${quoted(table)} WHERE id = $2 AND entity = ANY ($3) AND NOT deleted) target`,
    [targetType, targetId, visibleEntities(session)],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleCompany(pool, session, rows[0].ownerId);
}
