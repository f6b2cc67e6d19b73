import { isVisible } from '#db/access/lab.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { refuseOpenVersion } from '#db/protocols/versions/version-rules.ts';
import { type S3File, s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Analysis, analysis } from './analysis.ts';

/**
 * Return the version of a protocol's analysis that is in use: the newest live one. An approved protocol keeps the
 * version that its signature covers, so a newer version is found by the code.
 */
export async function currentAnalysis(
  tx: Transaction,
  { analysisId }: Pick<Protocol, 'analysisId'>,
): Promise<Analysis | undefined> {
  const row = analysisId === null ? undefined : await tx.get(analysis, analysisId);
  if (!row) return undefined;
  const live = await tx.find(analysis, { code: row.code, status: 'LIVE', deleted: false });
  return live.reduce<Analysis | undefined>(
    (newest, one) => (newest && newest.analysisVersion > one.analysisVersion ? newest : one),
    undefined,
  );
}

/** Return an analysis for an online change; refuse when it is missing or of another lab. */
export async function openAnalysis(
  tx: Transaction,
  context: OperationContext,
  analysisId: string,
): Promise<Analysis> {
  onlineOnly(context);
  const row = await tx.get(analysis, analysisId);
  if (!row || row.deleted || !isVisible(context.actor, row)) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Refuse a second version in preparation of the same code. */
export async function requireNoOpenAnalysis(tx: Transaction, code: string): Promise<void> {
  const [open] = await tx.find(analysis, { code, status: ['DRAFT', 'PENDING'], deleted: false });
  await refuseOpenVersion(tx, open && { number: open.analysisVersion, authorIds: open.authorIds });
}

/** List the protocols that name a version, whatever their status. */
export async function protocolsOfAnalysis(tx: Transaction, analysisId: string): Promise<Protocol[]> {
  const rows = await tx.find(protocol, {});
  return rows
    .filter((row) => row.analysisId === analysisId && !row.deleted)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** List the validation files of a version that arrived and are clean. */
export async function validationFiles(tx: Transaction, analysisId: string): Promise<S3File[]> {
  const files = await tx.find(s3File, { targetId: analysisId, deleted: false });
  return files.filter(
    ({ targetType, status, scanStatus }) =>
      targetType === 'Analysis' && status === 'STORED' && scanStatus !== 'QUARANTINED',
  );
}
