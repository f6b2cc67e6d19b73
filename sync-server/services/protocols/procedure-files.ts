import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ulid } from 'ulid';
import * as calls from '#db/api/protocols/procedure-files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import {
  isProcedureFile,
  PROCEDURE_FILES,
  type ProcedureFileKind,
  procedureFileKey,
  type StoredProcedureFile,
} from '#db/protocols/procedures/procedure-file.ts';
import { storeProcedureFile } from '#db/protocols/procedures/store-procedure-file.ts';
import { type S3File, s3File } from '#db/records/files/s3-file.ts';
import {
  type ApiRoute,
  type AppServices,
  type StreamRoute,
  streamRoute,
} from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { readBody } from '#sync-server/http/request-bodies.ts';
import { describeStream } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { contentProblem } from '#sync-server/integrations/files/file-content.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { tenantOf } from '#sync-server/reads/tenant.ts';
import { requireClean } from '#sync-server/services/records/files/file-access.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { readJpeg, storeBytes } from '#sync-server/services/records/files/receive-jpeg.ts';
import { scanFile } from '#sync-server/services/records/files/scan-file.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

type Request = Parameters<StreamRoute['handler']>[1];

/** Read the bytes of a new file; throws 4xx if they are too many or of another type. */
async function readBytes(kind: ProcedureFileKind, request: Request): Promise<Buffer> {
  const { largest } = PROCEDURE_FILES[kind];
  if (kind === 'PICTURE')
    return readJpeg(request, { noun: 'picture', largest, retryAdvice: 'Choose another one.' });
  const bytes = await readBody(request, {
    limit: largest,
    tooLarge: `The file is larger than ${largest / 1_000_000} MB. Choose a smaller one.`,
  });
  const problem = contentProblem('sop.pdf', { head: bytes.subarray(0, 4_096), tail: bytes.subarray(-4_096) });
  if (problem !== null) throw new AppError('VALIDATION', problem);
  return bytes;
}

/** Store a picture of a step or an SOP file under a new id. */
async function receiveFile(
  services: AppServices,
  session: Session,
  { kind, title }: { kind: ProcedureFileKind; title: string },
  request: Request,
): Promise<StoredProcedureFile> {
  const bytes = await readBytes(kind, request);
  const fileId = ulid();
  const key = procedureFileKey(fileId);
  await storeBytes(services, key, bytes, PROCEDURE_FILES[kind].type);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const storedFile = { fileId, title, size: bytes.length, sha256 };
  try {
    await executeOperation(engineOf(services), session, storeProcedureFile, { kind, ...storedFile });
  } catch (error) {
    await fileStoreOf(services.env).remove(key);
    throw error;
  }
  const row = await readRow(services.pool, s3File, fileId, tenantOf(session));
  // A job retries an unavailable scanner.
  await scanFile(services, row).catch((error: unknown) =>
    services.logger.warn({ err: error }, 'a file awaits its virus scan'),
  );
  return storedFile;
}

/** Return a file of a version of the lab, with its bytes; any other file is not found. */
export async function readProcedureFile(
  services: Pick<AppServices, 'pool' | 'env'>,
  session: Session,
  fileId: string,
): Promise<{ file: S3File; open(): ReturnType<ReturnType<typeof fileStoreOf>['read']> }> {
  const file = await readRow(services.pool, s3File, fileId, tenantOf(session));
  if (file.deleted || file.status !== 'STORED' || !isProcedureFile(file))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  requireClean(file);
  return { file, open: () => fileStoreOf(services.env).read(file.key) };
}

const saveRoute = streamRoute({
  method: calls.saveProcedureFile.method,
  path: calls.saveProcedureFile.path,
  access: calls.saveProcedureFile.access,
  handler: async ({ services, session, query }, request, response) => {
    const about = parseInput(calls.saveProcedureFile.query, query);
    response.status(201).json(await receiveFile(services, session, about, request));
  },
});

const readRoute = streamRoute({
  method: calls.readProcedureFile.method,
  path: calls.readProcedureFile.path,
  access: calls.readProcedureFile.access,
  handler: async ({ services, session, params }, _request, response) => {
    const { id } = parseInput(calls.readProcedureFile.params, params);
    const { file, open } = await readProcedureFile(services, session, id);
    // Devices store the bytes themselves, until the person signs out.
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Type', file.type);
    response.setHeader('Content-Length', String(file.size));
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.setHeader('Content-Disposition', 'inline');
    await pipeline(await open(), response);
  },
});

/** Pictures of steps and SOP files: upload and download. */
export const procedureFileRoutes: readonly ApiRoute[] = [
  describeStream(calls.saveProcedureFile, saveRoute),
  describeStream(calls.readProcedureFile, readRoute),
];
