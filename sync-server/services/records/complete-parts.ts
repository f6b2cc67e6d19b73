import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '#db/errors/app-error.ts';
import { partsOf } from '#db/records/file-limits.ts';
import type { ScanStatus } from '#db/records/scan-status.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { type FileOfParts, fileOfParts } from './file-of-parts.ts';
import { partsOfUploads } from './parts-of.ts';
import { storeUploadedDocument } from './store-document.ts';

/** The result of joining a file's parts. */
export interface CompletedFile {
  id: string;
  key: string;
  scanStatus: ScanStatus;
  scanFinding: string | null;
}

/** Joining a large file takes time; repeated calls wait for the same run. */
const AT_WORK = new Map<string, Promise<void>>();

async function assembleParts(services: AppServices, session: Session, file: FileOfParts): Promise<void> {
  const parts = partsOfUploads(services.env);
  const arrived = await parts.arrived(file.id);
  const missing = partsOf(file.size, file.partSize) - arrived.length;
  if (missing > 0)
    throw new AppError(
      'INCOMPLETE',
      `${missing} parts of the file are missing. Choose the file again to go on.`,
    );
  const folder = path.join(services.env.DATA_DIR, 'files', 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = path.join(folder, `${file.id}.${randomBytes(6).toString('hex')}`);
  try {
    const { size, sha256 } = await parts.join(file.id, arrived, place);
    if (size !== file.size) throw new AppError('VALIDATION', 'Not all of the file arrived. Choose it again.');
    await storeUploadedDocument(services, session, file, { place, sha256 });
  } catch (error) {
    // A file refused for its content will be refused again, so none of it is stored.
    if (error instanceof AppError && error.code === 'VALIDATION') await forget(services, file.id);
    throw error;
  } finally {
    await rm(place, { force: true });
  }
  await parts.forget(file.id);
}

async function forget(services: Pick<AppServices, 'pool' | 'env'>, fileId: string): Promise<void> {
  await services.pool.query(`DELETE FROM s3_file WHERE id = $1 AND status = 'PENDING'`, [fileId]);
  await partsOfUploads(services.env).forget(fileId);
}

/** Join, scan and store the file once all parts have arrived. A repeated call returns the same result. */
export async function completeParts(
  services: AppServices,
  session: Session,
  fileId: string,
): Promise<CompletedFile> {
  const file = await fileOfParts(services, session, fileId);
  if (file.status === 'PENDING') {
    const work = AT_WORK.get(fileId) ?? assembleParts(services, session, file);
    AT_WORK.set(fileId, work);
    try {
      await work;
    } finally {
      if (AT_WORK.get(fileId) === work) AT_WORK.delete(fileId);
    }
  }
  const { rows } = await services.pool.query<CompletedFile>(
    `SELECT id, key, scan_status AS "scanStatus", scan_finding AS "scanFinding" FROM s3_file WHERE id = $1`,
    [fileId],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This upload is not there any more. Choose the file again.');
  return rows[0];
}

/** Cancel an upload and delete its parts. */
export async function cancelParts(services: AppServices, session: Session, fileId: string): Promise<void> {
  const { status } = await fileOfParts(services, session, fileId);
  if (status !== 'PENDING')
    throw new AppError('CONFLICT', 'This file has been stored. Delete it in the list of files.');
  await forget(services, fileId);
}
