import { limitNameOf, may } from '#db/access/grants.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { documentRule } from '#db/records/files/document-rules.ts';
import type { FileSubtype, FileType } from '#db/records/files/file-type.ts';
import { DATA_SUBTYPES, isResult, RESULT_SUBTYPES } from '#db/records/files/result-files.ts';
import type { ScanStatus } from '#db/records/files/s3-file.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { repeatedInSql } from '#sync-server/services/ordering/orders/order-sql.ts';
import { OWNER_OF_TARGET } from '#sync-server/services/records/record-owner.ts';

const sqlList = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * SQL over its columns: are the results of a file's record released to the customer (domain 6.6)? Those of an
 * order are once every specimen that is not canceled is.
 */
export const RELEASED = `CASE target_type
  WHEN 'Specimen' THEN EXISTS (SELECT 1 FROM specimen r WHERE r.id = target_id AND r.results_released_at IS NOT NULL)
  WHEN 'Order' THEN EXISTS (SELECT 1 FROM specimen r WHERE r.order_id = target_id AND NOT r.deleted
      AND r.results_released_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM specimen r WHERE r.order_id = target_id AND NOT r.deleted
      AND r.status NOT IN ('CANCELED', 'FAILED_QC_CANCELED') AND r.results_released_at IS NULL
      AND ${repeatedInSql('r')} IS NULL)
  ELSE false END`;

/** SQL over `s3_file`: does a newer version replace the file? */
export const SUPERSEDED = `EXISTS (SELECT 1 FROM s3_file n
  WHERE n.supersedes_id = s3_file.id AND n.status = 'STORED' AND NOT n.deleted)`;

/**
 * SQL over `s3_file`: is it a recalled result? The rule is `isRecalledFile` of
 * `db/records/files/result-files.ts`.
 */
export const RECALLED = `coalesce(s3_file.sub_type IN (${sqlList(RESULT_SUBTYPES)}), false) AND EXISTS (SELECT 1 FROM specimen c
  JOIN event e ON e.target_id = c.id AND e.target_type = 'Specimen' AND e.type = 'RESULTS_RECALLED'
  WHERE (s3_file.target_type = 'Specimen' AND c.id = s3_file.target_id
      OR s3_file.target_type = 'Order' AND c.order_id = s3_file.target_id)
    AND s3_file.created_at <= e.occurred_at
    AND (e.data ->> 'to' = 'RESET' OR s3_file.sub_type NOT IN (${sqlList(DATA_SUBTYPES)})))`;

/** SQL over `s3_file`: is it the evidence of a training? */
const EVIDENCE = `EXISTS (SELECT 1 FROM competence c WHERE c.file_id = s3_file.id)`;

/** The facts that decide whether a person may download a file. */
export interface AccessibleFile {
  fileType: FileType;
  targetId: string | null;
  customerVisible: boolean;
  uploadedById: string;
  ownerId: string | null;
  subType: FileSubtype | null;
  /** True if the results of its record are released to the customer. */
  released: boolean;
  /** True if a newer version replaces it. */
  superseded: boolean;
  /** True if it is a recalled result. */
  recalled: boolean;
  scanStatus: ScanStatus;
}

/** Throw for unscanned and infected files, which nobody gets. */
export function requireClean(file: { scanStatus: ScanStatus; scanFinding: string | null }): void {
  if (file.scanStatus === 'WAITING')
    throw new AppError('FILE_WAITS', 'This file is being checked for viruses. Try again in a minute.');
  if (file.scanStatus === 'QUARANTINED')
    throw new AppError(
      'FILE_HELD_BACK',
      `This file is held back: ${file.scanFinding ?? 'something harmful was found'}. Delete it and upload a clean copy.`,
    );
}

/** Return why a file is no longer available to customers; null if it is. */
const withdrawal = ({ superseded, recalled }: AccessibleFile): string | null => {
  if (superseded) return 'This file was replaced by a corrected version. Download that one.';
  return recalled ? 'The lab has recalled this file. It can no longer be downloaded.' : null;
};

/**
 * Return a check whether this person may read a document; for many files with one look-up of their companies.
 */
export async function fileReader(
  services: Pick<AppServices, 'pool'>,
  session: Session,
): Promise<(file: AccessibleFile) => boolean> {
  const reads = await versionReader(services, session);
  return (file) => reads(file) && (seesAllCompanies(session.role) || withdrawal(file) === null);
}

/** Like `fileReader`, for any version of a file, including those withdrawn from customers. */
async function versionReader(
  { pool }: Pick<AppServices, 'pool'>,
  session: Session,
): Promise<(file: AccessibleFile) => boolean> {
  const companies = await visibleCompanies(pool, session);
  const staff = seesAllCompanies(session.role);
  return ({ fileType, targetId, customerVisible, uploadedById, ownerId, subType, released, scanStatus }) => {
    const rule = documentRule(fileType);
    if (!rule) return false;
    const own = uploadedById === session.userId;
    const isVisible = companies === 'all' || (ownerId !== null && companies.includes(ownerId));
    if (targetId === null) return own || (staff && fileType === 'LAB_DOCUMENT');
    if (staff) return own || may(session.role, rule.readers);
    if (!isVisible) return false;
    if (own) return true;
    const grant = rule.customerReaders;
    return (
      customerVisible &&
      (released || !isResult(subType)) &&
      scanStatus !== 'QUARANTINED' &&
      grant !== null &&
      may(session.role, grant) &&
      limitNameOf(session.role, grant) !== 'own'
    );
  };
}

/** Find a stored document that this person may read; an unreadable one equals a missing one. */
export async function readableDocument(
  services: Pick<AppServices, 'pool'>,
  session: Session,
  id: string,
  fileType: FileType,
): Promise<{ id: string; key: string }> {
  const { rows } = await services.pool.query<
    AccessibleFile & { id: string; key: string; scanFinding: string | null; evidence: boolean }
  >(
    `SELECT id, key, file_type AS "fileType", target_id AS "targetId", customer_visible AS "customerVisible",
       uploaded_by_id AS "uploadedById", sub_type AS "subType", scan_status AS "scanStatus",
       scan_finding AS "scanFinding", ${OWNER_OF_TARGET} AS "ownerId", ${RELEASED} AS released,
       ${SUPERSEDED} AS superseded, ${RECALLED} AS recalled, ${EVIDENCE} AS evidence
     FROM s3_file WHERE id = $1 AND entity = ANY ($2) AND file_type = $3 AND status = 'STORED' AND NOT deleted`,
    [id, visibleEntities(session), fileType],
  );
  const file = rows[0];
  const reads = await versionReader(services, session);
  // The evidence of a training is for those who see the trainings.
  const mayRead = file && (!file.evidence || may(session.role, 'lab/procedures:read'));
  if (!file || !mayRead || !reads(file)) throw new AppError('NOT_FOUND', MESSAGES.resourceNotAccessible);
  const withdrawn = seesAllCompanies(session.role) ? null : withdrawal(file);
  if (withdrawn !== null) throw new AppError('NOT_FOUND', withdrawn);
  requireClean(file);
  return { id: file.id, key: file.key };
}
