import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { ulid } from 'ulid';
import * as calls from '#db/api/ordering/services.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { ShownQuote } from '#db/ordering/drafts/shown-draft.ts';
import {
  MAX_SERVICE_IMAGE_SIZE,
  removeServiceImage,
  serviceImageKey,
  setServiceImage,
} from '#db/ordering/services/service-image.ts';
import { changeServiceStatus, updateService } from '#db/ordering/services/update-service.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fileStoreOf } from '#sync-server/services/records/files/file-store-of.ts';
import { readJpeg, storeBytes } from '#sync-server/services/records/files/receive-jpeg.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { quoteService } from './quote-service.ts';
import { listServices, readService, requireVisibleService } from './read-services.ts';

/** `/api/lab/services`: the catalog. What customers create in it is a quote (D11). */
export const serviceRoutes: readonly ApiRoute[] = [
  serveCall(calls.listServices, ({ services, session, query }) => listServices(services, session, query)),
  serveCall(calls.readService, ({ services, session, params }) => readService(services, session, params.id)),
  serveCall(calls.quoteService, async ({ services, session, body }) =>
    ShownQuote.parse(await quoteService(services, session, body)),
  ),
  serveCall(calls.updateService, async ({ services, session, params, body }) => {
    const { id: serviceId } = await requireVisibleService(services.pool, session, params.id);
    const { seenVersion, ...changes } = body;
    await executeOperation(engineOf(services), session, updateService, { serviceId, seenVersion, changes });
    return readService(services, session, serviceId);
  }),
  serveCall(calls.changeServiceStatus, async ({ services, session, params, body }) => {
    const { id: serviceId } = await requireVisibleService(services.pool, session, params.id);
    await executeOperation(engineOf(services), session, changeServiceStatus, { serviceId, ...body });
    return readService(services, session, serviceId);
  }),
];

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
  await storeBytes(services, serviceImageKey(fileId), bytes);
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

const { saveServiceImage, readServiceImage } = calls;

const saveImageRoute = streamRoute({
  method: saveServiceImage.method,
  path: saveServiceImage.path,
  access: saveServiceImage.access,
  handler: async ({ services, session }, request, response) => {
    await receiveImage(services, session, parseInput(saveServiceImage.params, request.params).id, request);
    response.status(204).end();
  },
});

const readImageRoute = streamRoute({
  method: readServiceImage.method,
  path: readServiceImage.path,
  access: readServiceImage.access,
  handler: async ({ services, session }, request, response) => {
    const { id } = parseInput(readServiceImage.params, request.params);
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
});

/** The catalog image of a service: upload, download and removal. */
export const serviceImageRoutes: readonly ApiRoute[] = [
  describeStream(saveServiceImage, saveImageRoute),
  describeStream(readServiceImage, readImageRoute),
  serveCall(calls.removeServiceImage, async ({ services, session, params }) => {
    const { id: serviceId, imageFileId } = await requireVisibleService(services.pool, session, params.id);
    await executeOperation(engineOf(services), session, removeServiceImage, { serviceId });
    if (imageFileId !== null) await fileStoreOf(services.env).remove(serviceImageKey(imageFileId));
    return readService(services, session, serviceId);
  }),
];
