import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { receivePhoto } from './receive-photo.ts';
import { servePhoto } from './serve-photo.ts';

const Params = z.object({ id: Id });
const Query = z.strictObject({ accessionGroupId: Id });

/** Photos taken at receiving: devices send them under their own ids, staff views them. */
export const photoRoutes: readonly ApiRoute[] = [
  streamRoute({
    method: 'put',
    path: '/api/lab/specimens/photos/:id',
    access: 'lab/custody:update',
    handler: async ({ services, session }, request, response) => {
      const { id } = parseInput(Params, request.params);
      const { accessionGroupId } = parseInput(Query, request.query);
      await receivePhoto(services, session, { id, accessionGroupId, body: request });
      response.status(204).end();
    },
  }),
  streamRoute({
    method: 'get',
    path: '/api/lab/specimens/photos/:id',
    access: 'lab/specimens:read',
    handler: async ({ services, session }, request, response) => {
      const { id } = parseInput(Params, request.params);
      const { accessionGroupId } = parseInput(Query, request.query);
      const photo = await servePhoto(services, session, { id, accessionGroupId });
      response.setHeader('Cache-Control', 'private, no-store');
      // The photo is announced and will arrive, so this is no error of the reader.
      if ('notYetFrom' in photo) return void response.status(202).json(photo);
      response.setHeader('Content-Type', 'image/jpeg');
      response.setHeader('Content-Length', String(photo.size));
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      response.setHeader('Content-Disposition', 'inline');
      await pipeline(photo.bytes, response);
    },
  }),
];
