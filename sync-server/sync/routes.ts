import { z } from 'zod';
import { DigestRequest, EnrollRequest, PushRequest } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';
import { devicesPerDay } from '#sync-server/config/installation.ts';
import { type ApiRoute, type AppServices, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { type DeviceSettings, enrollDevice, releaseNumbers, revokeDevice } from './devices.ts';
import { compareDigest } from './digest.ts';
import { engineOf } from './engine-of.ts';
import { FeedQuery, readFeed } from './feed.ts';
import { pushOperations } from './push-operations.ts';
import { RenameDevice, renameDevice } from './rename-device.ts';
import { readFirstLoad, SnapshotQuery } from './snapshot.ts';
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
  jsonRoute({
    method: 'post',
    path: '/api/sync/devices',
    access: 'session',
    body: EnrollRequest,
    handler: ({ services, session, body }) => enrollDevice(devicesOf(services), session, body),
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/sync/devices/:id',
    access: 'session',
    params: z.strictObject({ id: Id }),
    body: RenameDevice,
    handler: ({ services, session, params, body }) =>
      renameDevice(devicesOf(services), session, params.id, body),
  }),
  jsonRoute({
    method: 'delete',
    path: '/api/sync/devices/:id',
    access: 'session',
    params: z.strictObject({ id: Id }),
    handler: ({ services, session, params }) => revokeDevice(devicesOf(services), session, params.id),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/sync/devices/:id/release',
    access: 'session',
    params: z.strictObject({ id: Id }),
    handler: ({ services, session, params }) => releaseNumbers(devicesOf(services), session, params.id),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/sync/operations',
    access: 'session',
    body: PushRequest,
    handler: ({ services, session, body, clientSignal }) =>
      pushOperations(engineOf(services), session, body, clientSignal),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/sync/feed',
    access: 'session',
    query: FeedQuery,
    handler: ({ services, session, query }) => readFeed(services.pool, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/sync/snapshot',
    access: 'session',
    query: SnapshotQuery,
    handler: ({ services, session, query }) => readFirstLoad(services.pool, session, query),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/sync/digest',
    access: 'session',
    body: DigestRequest,
    handler: ({ services, session, body }) => compareDigest(services.pool, session, body),
  }),
  streamRoute({ method: 'get', path: '/api/sync/stream', access: 'session', handler: streamPokes }),
];
