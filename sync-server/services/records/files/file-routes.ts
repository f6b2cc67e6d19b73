import type { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import type { CallDefinition } from '#db/api/call-definition.ts';
import { deleteProfileImage } from '#db/api/identity/users.ts';
import * as calls from '#db/api/records/files.ts';
import * as specimenCalls from '#db/api/specimens/specimen-files.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { removeProfileImage } from '#db/identity/profile-image.ts';
import { deleteFiles } from '#db/records/files/delete-files.ts';
import type { FileTargetType, FileType } from '#db/records/files/file-type.ts';
import type { FileLinks, FilesQuery } from '#db/records/files/shown-file.ts';
import type { RecordUpload } from '#db/records/files/upload-request.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { visibleCompanies } from '#sync-server/http/require-access.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { createUpload } from './create-upload.ts';
import { readableDocument } from './file-access.ts';
import { fileStoreOf } from './file-store-of.ts';
import { listFiles } from './list-files.ts';
import { receiveFile } from './receive-file.ts';
import { serveFile } from './serve-file.ts';

/** Return URLs of a record's files that this person may download now, each valid for 15 minutes. */
async function fileLinks(
  services: Pick<AppServices, 'pool' | 'env' | 'now'>,
  session: Session,
  query: FilesQuery,
): Promise<FileLinks> {
  const { rows } = await listFiles(services, session, query);
  const store = fileStoreOf(services.env);
  const { userId } = session;
  return {
    rows: rows
      .filter(({ scanStatus, superseded, recalled }) => scanStatus === 'CLEAN' && !superseded && !recalled)
      .map(({ id, key, title, size }) => ({
        id,
        title,
        size,
        url: store.getUrl({ id, key, userId }, services.now()),
      })),
  };
}

const PORTRAIT = `SELECT f.id, f.key FROM "user" u JOIN s3_file f ON f.id = u.image AND f.status = 'STORED' AND NOT f.deleted
  WHERE u.id = $1 AND (u.id = $2 OR EXISTS (
    SELECT 1 FROM user_company uc WHERE uc.user_id = u.id AND uc.entity = $3 AND NOT uc.deleted
       AND ($4::text[] IS NULL OR uc.company_id = ANY ($4))))`;

/**
 * Return the URL of a person's picture for this viewer; empty without a picture or outside the access scope.
 */
async function portraitUrl(
  { pool, env, now }: Pick<AppServices, 'pool' | 'env' | 'now'>,
  session: Session,
  userId: string,
): Promise<string> {
  const companies = await visibleCompanies(pool, session);
  const { rows } = await pool.query<{ id: string; key: string }>(PORTRAIT, [
    userId,
    session.userId,
    session.entity,
    companies === 'all' ? null : companies,
  ]);
  const file = rows[0];
  return file ? fileStoreOf(env).getUrl({ ...file, userId: session.userId }, now()) : '';
}

async function removeBytes({ env, logger }: AppServices, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    // The row is deleted and the operation done; bytes left on the disk are visible to nobody.
    await fileStoreOf(env)
      .remove(key)
      .catch((error: unknown) =>
        logger.error({ err: String(error) }, 'the bytes of a file were not removed'),
      );
  }
}

/** Creating uploads, sending and downloading files by signed URL, and deleting files. */
export const fileRoutes: readonly ApiRoute[] = [
  serveCall(calls.beginFileUpload, ({ services, session, body }) => createUpload(services, session, body)),
  serveCall(calls.readFileUrl, async ({ services, session, params, body }) => {
    if (body.fileType === 'IMAGE') return { url: await portraitUrl(services, session, params.id) };
    const file = await readableDocument(services, session, params.id, body.fileType);
    return { url: fileStoreOf(services.env).getUrl({ ...file, userId: session.userId }, services.now()) };
  }),
  describeStream(
    calls.sendFile,
    streamRoute({
      method: calls.sendFile.method,
      path: calls.sendFile.path,
      access: calls.sendFile.access,
      handler: async ({ services, session }, request, response) => {
        const { params, query } = request;
        await receiveFile(services, session, { id: params['id'], query, body: request });
        response.status(204).end();
      },
    }),
  ),
  describeStream(
    calls.readFile,
    streamRoute({
      method: calls.readFile.method,
      path: calls.readFile.path,
      access: calls.readFile.access,
      handler: ({ services, session }, request, response) => serveFile(services, session, request, response),
    }),
  ),
  serveCall(calls.listFiles, ({ services, session, query }) => listFiles(services, session, query)),
  serveCall(calls.listFileLinks, ({ services, session, query }) => fileLinks(services, session, query)),
  serveCall(calls.deleteFiles, async ({ services, session, body: { fileType, s3Keys, reason } }) => {
    const args = { fileType, keys: s3Keys, reason: reason ?? null };
    await executeOperation(engineOf(services), session, deleteFiles, args);
    await removeBytes(services, s3Keys);
    return { deleted: s3Keys.length };
  }),
  serveCall(deleteProfileImage, async ({ services, session, params: { userId } }) => {
    const { rows } = await services.pool.query<{ key: string }>(
      'SELECT f.key FROM "user" u JOIN s3_file f ON f.id = u.image WHERE u.id = $1',
      [userId],
    );
    await executeOperation(engineOf(services), session, removeProfileImage, { userId });
    await removeBytes(
      services,
      rows.map(({ key }) => key),
    );
    return { message: MESSAGES.profileImageRemoved };
  }),
];

type RecordId = z.ZodType<{ id: string }>;

/** The files of one kind of record at its own path: list and create. */
const serveFilesOf = (
  { targetType, fileType }: { targetType: FileTargetType; fileType: FileType },
  list: CallDefinition<Grant, RecordId, undefined, undefined>,
  upload: CallDefinition<Grant, RecordId, undefined, typeof RecordUpload>,
): ApiRoute[] => [
  serveCall(list, ({ services, session, params }) =>
    listFiles(services, session, { targetType, targetId: params.id }),
  ),
  serveCall(upload, ({ services, session, params, body }) =>
    createUpload(services, session, { ...body, fileType, targetType, targetId: params.id }),
  ),
];

const SPECIMEN = { targetType: 'Specimen', fileType: 'SPECIMEN_DOCUMENT' } as const;
const SAMPLE = { targetType: 'Sample', fileType: 'SAMPLE_DOCUMENT' } as const;

/** The files of specimens and samples; mounted before routes that take the last path segment for an id. */
export const recordFileRoutes: readonly ApiRoute[] = [
  ...serveFilesOf(SPECIMEN, specimenCalls.listLabSpecimenFiles, specimenCalls.uploadLabSpecimenFile),
  ...serveFilesOf(SPECIMEN, specimenCalls.listSpecimenDocuments, specimenCalls.uploadSpecimenDocument),
  ...serveFilesOf(SAMPLE, specimenCalls.listSampleFiles, specimenCalls.uploadSampleFile),
];
