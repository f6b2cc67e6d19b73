import { z } from 'zod';
import type { Grant } from '#db/access/families.ts';
import type { FileTargetType } from '#db/records/file-target-type.ts';
import type { FileType } from '#db/records/file-type.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { createUpload, UploadRequest } from './create-upload.ts';
import { listFiles } from './list-files.ts';

/** The files of one kind of record at its own path: list and create. */
const filesOf = (
  path: `/api/${string}`,
  access: { read: Grant; create: Grant },
  { targetType, fileType }: { targetType: FileTargetType; fileType: FileType },
): ApiRoute[] => [
  jsonRoute({
    method: 'get',
    path: `${path}/:id`,
    access: access.read,
    params: z.strictObject({ id: Id }),
    handler: ({ services, session, params }) =>
      listFiles(services, session, { targetType, targetId: params.id }),
  }),
  jsonRoute({
    method: 'post',
    path: `${path}/:id`,
    access: access.create,
    params: z.strictObject({ id: Id }),
    body: UploadRequest.omit({ fileType: true, targetType: true, targetId: true }),
    handler: async ({ services, session, params, body }) =>
      created(await createUpload(services, session, { ...body, fileType, targetType, targetId: params.id })),
  }),
];

const SPECIMEN = { targetType: 'Specimen', fileType: 'SPECIMEN_DOCUMENT' } as const;
const SAMPLE = { targetType: 'Sample', fileType: 'SAMPLE_DOCUMENT' } as const;

/** The files of specimens and samples; mounted before routes that take the last path segment for an id. */
export const recordFileRoutes: readonly ApiRoute[] = [
  ...filesOf(
    '/api/lab/specimens/files',
    { read: 'lab/specimens/files:read', create: 'lab/specimens/files:create' },
    SPECIMEN,
  ),
  ...filesOf(
    '/api/specimens/documents',
    { read: 'specimens/documents:read', create: 'specimens/documents:create' },
    SPECIMEN,
  ),
  ...filesOf(
    '/api/lab/samples/files',
    { read: 'lab/samples/files:read', create: 'lab/samples/files:create' },
    SAMPLE,
  ),
];
