import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ulid } from 'ulid';
import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownQuote } from '#db/ordering/drafts/shown-draft.ts';
import { service } from '#db/ordering/services/service.ts';
import { ServiceChanges } from '#db/ordering/services/service-form.ts';
import {
  MAX_SERVICE_IMAGE_SIZE,
  removeServiceImage,
  serviceImageKey,
  setServiceImage,
} from '#db/ordering/services/service-image.ts';
import { QuoteQuestion } from '#db/ordering/services/shown-service.ts';
import { changeServiceStatus, updateService } from '#db/ordering/services/update-service.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, type AppServices, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { readJpeg, storeJpeg } from '#sync-server/services/records/files/receive-jpeg.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { quoteService } from './quote-service.ts';
import { listServices, readService, requireVisibleService } from './read-services.ts';

const WithId = z.strictObject({ id: Id });

/** `/api/lab/services`: the catalog. What customers create in it is a quote (D11). */
export const serviceRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/lab/services',
    access: 'lab/services:read',
    query: listQueryOf(service),
    handler: ({ services, session, query }) => listServices(services, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/lab/services/:id',
    access: 'lab/services:read',
    params: WithId,
    handler: ({ services, session, params }) => readService(services, session, params.id),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/lab/services/quote',
    access: 'lab/services:create',
    body: QuoteQuestion,
    handler: async ({ services, session, body }) =>
      ShownQuote.parse(await quoteService(services, session, body)),
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/lab/services/:id',
    access: 'lab/services:update',
    params: WithId,
    body: ServiceChanges.extend({ seenVersion: z.int() }),
    handler: async ({ services, session, params, body }) => {
      const { id: serviceId } = await requireVisibleService(services.pool, session, params.id);
      const { seenVersion, ...changes } = body;
      await executeOperation(engineOf(services), session, updateService, { serviceId, seenVersion, changes });
      return readService(services, session, serviceId);
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/lab/services/:id/status',
    access: 'lab/services:update',
    params: WithId,
    body: changeServiceStatus.args.omit({ serviceId: true }),
    handler: async ({ services, session, params, body }) => {
      const { id: serviceId } = await requireVisibleService(services.pool, session, params.id);
      await executeOperation(engineOf(services), session, changeServiceStatus, { serviceId, ...body });
      return readService(services, session, serviceId);
    },
  }),
];

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
