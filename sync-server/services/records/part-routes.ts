import { z } from 'zod';
import { FileTargetType } from '#db/records/file-target-type.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { cancelParts, completeParts } from './complete-parts.ts';
import { fileOfParts } from './file-of-parts.ts';
import { receivePart } from './receive-part.ts';
import { unfinishedFiles } from './unfinished-files.ts';

const Place = z.object({ part: z.coerce.number().int().min(0).max(100_000) });
const Digest = z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });
const OneFile = z.strictObject({ id: Id });

/** Large files in parts, each with its digest: list arrived parts, add one, complete, cancel. */
export const partRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/s3/parts',
    access: 's3:read',
    query: z.strictObject({ targetType: FileTargetType, targetId: Id }),
    handler: ({ services, session, query }) => unfinishedFiles(services, session, query),
  }),
  streamRoute({
    method: 'put',
    path: '/api/s3/parts/:id/:part',
    access: 's3:create',
    handler: async ({ services, session }, request, response) => {
      const { id: fileId } = parseInput(z.object({ id: Id }), request.params);
      // A file of another person is reported as missing, before any other check.
      await fileOfParts(services, session, fileId);
      const { part } = parseInput(Place, request.params);
      const { sha256 } = parseInput(Digest, request.query);
      await receivePart(services, session, { fileId, part, sha256 }, request);
      response.status(204).end();
    },
  }),
  jsonRoute({
    method: 'post',
    path: '/api/s3/parts/:id/complete',
    access: 's3:create',
    params: OneFile,
    handler: ({ services, session, params }) => completeParts(services, session, params.id),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/s3/parts/:id/cancel',
    access: 's3:create',
    params: OneFile,
    handler: ({ services, session, params }) => cancelParts(services, session, params.id),
  }),
];
