import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { removeProfileImage } from '#db/identity/remove-profile-image.ts';
import { deleteFiles } from '#db/records/delete-files.ts';
import { FileType } from '#db/records/file-type.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, type AppServices, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { createUpload, UploadRequest } from './create-upload.ts';
import { readableDocument } from './file-access.ts';
import { fileLinks } from './file-links.ts';
import { fileStoreOf } from './file-store.ts';
import { FilesQuery, listFiles } from './list-files.ts';
import { portraitUrl } from './portrait-url.ts';
import { receiveFile } from './receive-file.ts';
import { serveFile } from './serve-file.ts';

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
  jsonRoute({
    method: 'post',
    path: '/api/s3/presigned',
    access: 's3:create',
    body: UploadRequest,
    handler: ({ services, session, body }) => createUpload(services, session, body),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/s3/presigned/:id',
    access: 's3:create',
    params: z.strictObject({ id: Id }),
    body: z.strictObject({ fileType: FileType }),
    handler: async ({ services, session, params, body }) => {
      if (body.fileType === 'IMAGE') return { url: await portraitUrl(services, session, params.id) };
      const file = await readableDocument(services, session, params.id, body.fileType);
      return { url: fileStoreOf(services.env).getUrl({ ...file, userId: session.userId }, services.now()) };
    },
  }),
  streamRoute({
    method: 'put',
    path: '/api/s3/files/:id',
    access: 's3:create',
    handler: async ({ services, session }, request, response) => {
      const { params, query } = request;
      await receiveFile(services, session, { id: params['id'], query, body: request });
      response.status(204).end();
    },
  }),
  streamRoute({
    method: 'get',
    path: '/api/s3/files/:id',
    access: 's3:read',
    handler: ({ services, session }, request, response) => serveFile(services, session, request, response),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/s3/downloads',
    access: 's3/downloads:read',
    query: FilesQuery,
    handler: ({ services, session, query }) => listFiles(services, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/s3/downloads/links',
    access: 's3/downloads:read',
    query: FilesQuery,
    handler: ({ services, session, query }) => fileLinks(services, session, query),
  }),
  jsonRoute({
    method: 'delete',
    path: '/api/s3/delete',
    access: 's3/delete:delete',
    body: z.strictObject({
      fileType: FileType,
      s3Keys: z.array(z.string().min(1).max(200)).min(1).max(100),
      reason: z.string().trim().min(1).max(1_000).nullish(),
    }),
    handler: async ({ services, session, body: { fileType, s3Keys, reason } }) => {
      const args = { fileType, keys: s3Keys, reason: reason ?? null };
      await executeOperation(engineOf(services), session, deleteFiles, args);
      await removeBytes(services, s3Keys);
      return { deleted: s3Keys.length };
    },
  }),
  jsonRoute({
    method: 'delete',
    path: '/api/users/profile-image/:userId',
    access: 'users/profile-image:delete',
    params: z.strictObject({ userId: Id }),
    handler: async ({ services, session, params: { userId } }) => {
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
    },
  }),
];
