import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import {
  MAX_SERVICE_IMAGE_SIZE,
  removeServiceImage,
  serviceImageKey,
  setServiceImage,
} from '#db/ordering/service-image.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, type AppServices, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fileStoreOf } from '#sync-server/services/records/file-store.ts';
import { readJpeg, storeJpeg } from '#sync-server/services/records/receive-jpeg.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readService, requireVisibleService } from './read-service.ts';

const Params = z.object({ id: Id });
const IMAGE = { noun: 'picture', largest: MAX_SERVICE_IMAGE_SIZE, retryAdvice: 'Choose another one.' };

async function receiveImage(
  services: AppServices,
  session: Session,
  serviceId: string,
  body: AsyncIterable<unknown>,
): Promise<void> {
  const { imageFileId } = await requireVisibleService(services.pool, session, serviceId);
  const bytes = await readJpeg(body, IMAGE);
  const fileId = ulid();
  const store = fileStoreOf(services.env);
  await storeJpeg(services, serviceImageKey(fileId), bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const args = { serviceId, fileId, size: bytes.length, sha256 };
  try {
    await executeOperation(engineOf(services), session, setServiceImage, args);
  } catch (error) {
    await store.remove(serviceImageKey(fileId));
    throw error;
  }
  if (imageFileId !== null) await store.remove(serviceImageKey(imageFileId));
}

/** The catalog image of a service: upload, download and removal. */
export const serviceImageRoutes: readonly ApiRoute[] = [
  streamRoute({
    method: 'put',
    path: '/api/lab/services/:id/image',
    access: 'lab/services:update',
    handler: async ({ services, session }, request, response) => {
      await receiveImage(services, session, parseInput(Params, request.params).id, request);
      response.status(204).end();
    },
  }),
  streamRoute({
    method: 'get',
    path: '/api/lab/services/:id/image',
    access: 'lab/services:read',
    handler: async ({ services, session }, request, response) => {
      const { id } = parseInput(Params, request.params);
      const { imageFileId } = await requireVisibleService(services.pool, session, id);
      if (imageFileId === null) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      const bytes = await fileStoreOf(services.env).read(serviceImageKey(imageFileId));
      // The image's URL changes with its content.
      response.setHeader('Cache-Control', 'private, max-age=86400');
      response.setHeader('Content-Type', 'image/jpeg');
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
      response.setHeader('Content-Disposition', 'inline');
      await pipeline(bytes, response);
    },
  }),
  jsonRoute({
    method: 'delete',
    path: '/api/lab/services/:id/image',
    access: 'lab/services:update',
    params: z.strictObject({ id: Id }),
    handler: async ({ services, session, params }) => {
      const { id: serviceId, imageFileId } = await requireVisibleService(services.pool, session, params.id);
      await executeOperation(engineOf(services), session, removeServiceImage, { serviceId });
      if (imageFileId !== null) await fileStoreOf(services.env).remove(serviceImageKey(imageFileId));
      return readService(services, session, serviceId);
    },
  }),
];
