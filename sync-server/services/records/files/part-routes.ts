import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { visibleEntities } from '#db/access/lab.ts';
import * as calls from '#db/api/records/files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { partsOf } from '#db/records/files/document-rules.ts';
import type { FileTargetType, FileType } from '#db/records/files/file-type.ts';
import type { CompletedFile, UnfinishedFile } from '#db/records/files/shown-file.ts';
import { PartAddress, PartDigest } from '#db/records/files/upload-request.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { readBody } from '#sync-server/http/request-bodies.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { partsOfUploads } from '#sync-server/integrations/files/parts-folder.ts';
import { storeUploadedDocument } from './receive-file.ts';

/** A file in parts, as declared at its creation. */
interface FileOfParts {
  id: string;
  entity: BusinessEntity;
  title: string;
  fileType: FileType;
  key: string;
  type: string;
  size: number;
  status: 'PENDING' | 'STORED' | 'DELETED';
  partSize: number;
}

const PARTED = `id, entity, title, file_type AS "fileType", key, type, size, status, part_size AS "partSize"`;

/** Find the file that this person uploads in parts; throws 404 for anybody else. */
async function fileOfParts(
  { pool }: Pick<AppServices, 'pool'>,
  session: Session,
  id: string,
): Promise<FileOfParts> {
  const { rows } = await pool.query<FileOfParts>(
    `SELECT ${PARTED} FROM s3_file
      WHERE id = $1 AND entity = ANY ($2) AND uploaded_by_id = $3 AND part_size IS NOT NULL AND NOT deleted`,
    [id, visibleEntities(session), session.userId],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This upload no longer exists. Choose the file again.');
  return rows[0];
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
      `${missing} parts of the file are missing. Choose the file again to continue.`,
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
async function completeParts(
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
async function cancelParts(services: AppServices, session: Session, fileId: string): Promise<void> {
  const { status } = await fileOfParts(services, session, fileId);
  if (status !== 'PENDING')
    throw new AppError('CONFLICT', 'This file has been stored. Delete it in the list of files.');
  await forget(services, fileId);
}

/** Return the size of this part in bytes. */
const lengthOf = ({ size, partSize }: FileOfParts, part: number): number =>
  Math.min(partSize, size - part * partSize);

/** Store one part whose digest matches the declared one; an existing part may be sent again. */
async function receivePart(
  services: AppServices,
  session: Session,
  { fileId, part, sha256 }: { fileId: string; part: number; sha256: string },
  request: IncomingMessage,
): Promise<void> {
  const file = await fileOfParts(services, session, fileId);
  if (file.status !== 'PENDING')
    throw new AppError('CONFLICT', 'This file has already been sent. Choose it again.');
  if (part >= partsOf(file.size, file.partSize))
    throw new AppError('VALIDATION', 'The file has no such part. Choose it again.');
  const limit = lengthOf(file, part);
  const bytes = await readBody(request, {
    limit,
    tooLarge: 'More was sent than was announced. Choose the file again.',
  });
  if (bytes.length !== limit)
    throw new AppError('VALIDATION', 'Not all of this part arrived. Send it again.');
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new AppError('CHECKSUM', 'This part was damaged on its way. Send it again.');
  const parts = partsOfUploads(services.env);
  const before = (await parts.arrived(fileId)).find((one) => one.part === part);
  if (before && before.sha256 !== sha256)
    throw new AppError('CONFLICT', 'This part was sent before with other content. Start the upload again.');
  if (!before) await parts.keep(fileId, part, bytes);
  // The touch marks the upload as active; inactive ones are deleted.
  await services.pool.query('UPDATE s3_file SET updated_at = $2 WHERE id = $1', [fileId, services.now()]);
}

/** List this person's unfinished uploads to a record, with the parts that have arrived. */
async function unfinishedFiles(
  { pool, env }: Pick<AppServices, 'pool' | 'env'>,
  session: Session,
  target: { targetType: FileTargetType; targetId: string },
): Promise<{ rows: UnfinishedFile[] }> {
  const { rows } = await pool.query<Omit<UnfinishedFile, 'arrived'>>(
    `SELECT id, title, size, sub_type AS "subType", part_size AS "partSize" FROM s3_file
      WHERE entity = ANY ($1) AND uploaded_by_id = $2 AND target_type = $3 AND target_id = $4
        AND status = 'PENDING' AND part_size IS NOT NULL AND NOT deleted
      ORDER BY created_at DESC, id DESC LIMIT 50`,
    [visibleEntities(session), session.userId, target.targetType, target.targetId],
  );
  const parts = partsOfUploads(env);
  return {
    rows: await Promise.all(rows.map(async (row) => ({ ...row, arrived: await parts.arrived(row.id) }))),
  };
}

/** Large files in parts, each with its digest: list arrived parts, add one, complete, cancel. */
export const partRoutes: readonly ApiRoute[] = [
  serveCall(calls.listUnfinishedUploads, ({ services, session, query }) =>
    unfinishedFiles(services, session, query),
  ),
  describeStream(
    calls.sendFilePart,
    streamRoute({
      method: calls.sendFilePart.method,
      path: calls.sendFilePart.path,
      access: calls.sendFilePart.access,
      handler: async ({ services, session }, request, response) => {
        const { id: fileId } = parseInput(PartAddress.pick({ id: true }), request.params);
        // A file of another person is reported as missing, before any other check.
        await fileOfParts(services, session, fileId);
        const { part } = parseInput(PartAddress.pick({ part: true }), request.params);
        const { sha256 } = parseInput(PartDigest, request.query);
        await receivePart(services, session, { fileId, part, sha256 }, request);
        response.status(204).end();
      },
    }),
  ),
  serveCall(calls.completeFileUpload, ({ services, session, params }) =>
    completeParts(services, session, params.id),
  ),
  serveCall(calls.cancelFileUpload, ({ services, session, params }) =>
    cancelParts(services, session, params.id),
  ),
];
