import * as calls from '#db/api/sync.ts';
import { devicesPerDay } from '#sync-server/config/installation.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { parseInput } from '#sync-server/http/parse.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import { type DeviceSettings, enrollDevice, releaseNumbers, revokeDevice } from './devices.ts';
import { compareDigest } from './digest.ts';
import { engineOf } from './engine-of.ts';
import { sendFeed } from './feed.ts';
import { streamOrderChanges } from './order-stream.ts';
import { pushOperations } from './push-operations.ts';
import { renameDevice } from './rename-device.ts';
import { readFirstLoad } from './snapshot.ts';
import { streamPokes } from './stream.ts';

const devicesOf = ({ pool, env, now }: AppServices): DeviceSettings => ({
  pool,
  timeZone: env.LAB_TIMEZONE,
  offlineHours: env.OFFLINE_HOURS,
  devicesPerDay: devicesPerDay(env),
  now,
});

/** The rows of `/api/sync`; scope.ts decides by role what a session may replicate. */
export const syncRoutes: readonly ApiRoute[] = [
  serveCall(calls.enrollDevice, ({ services, session, body }) =>
    enrollDevice(devicesOf(services), session, body),
  ),
  serveCall(calls.renameDevice, ({ services, session, params, body }) =>
    renameDevice(devicesOf(services), session, params.id, body),
  ),
  serveCall(calls.revokeDevice, ({ services, session, params }) =>
    revokeDevice(devicesOf(services), session, params.id),
  ),
  serveCall(calls.releaseNumbers, ({ services, session, params }) =>
    releaseNumbers(devicesOf(services), session, params.id),
  ),
  serveCall(calls.pushOperations, ({ services, session, body, clientSignal }) =>
    pushOperations(engineOf(services), session, body, clientSignal),
  ),
  describeStream(
    calls.readFeed,
    streamRoute({
      method: calls.readFeed.method,
      path: calls.readFeed.path,
      access: calls.readFeed.access,
      handler: ({ services, session }, request, response) =>
        sendFeed(
          {
            pool: services.pool,
            actor: session,
            feedQuery: parseInput(calls.readFeed.query, request.query),
          },
          request.acceptsEncodings('gzip') === 'gzip',
          response,
        ),
    }),
  ),
  serveCall(calls.readSnapshot, ({ services, session, query }) =>
    readFirstLoad(services.pool, session, query),
  ),
  serveCall(calls.compareDigest, ({ services, session, body }) =>
    compareDigest(services.pool, session, body),
  ),
  streamRoute({ ...calls.streamHead, definition: calls.streamHead, handler: streamPokes }),
  streamRoute({
    ...calls.streamOrderChanges,
    definition: calls.streamOrderChanges,
    handler: streamOrderChanges,
  }),
];
