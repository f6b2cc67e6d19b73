import { z } from 'zod';
import {
  DigestRequest,
  DigestResponse,
  EnrollRequest,
  EnrollResponse,
  FeedPage,
  FeedQuery,
  PushRequest,
  PushResponse,
  RenameDevice,
  SnapshotPage,
  SnapshotQuery,
} from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';
import { binary, defineCall } from './call-definition.ts';

const DeviceId = z.strictObject({ id: Id });

export const enrollDevice = defineCall({
  id: 'enrollDevice',
  method: 'post',
  path: '/api/sync/devices',
  access: 'session',
  summary: 'Enrolls a device for its person, or renews its lease of numbers.',
  body: EnrollRequest,
  answer: EnrollResponse,
});

export const renameDevice = defineCall({
  id: 'renameDevice',
  method: 'patch',
  path: '/api/sync/devices/:id',
  access: 'session',
  summary: 'Renames a device; its own person may, and managers of devices.',
  params: DeviceId,
  body: RenameDevice,
  answer: z.object({ id: Id, name: z.string() }),
});

export const revokeDevice = defineCall({
  id: 'revokeDevice',
  method: 'delete',
  path: '/api/sync/devices/:id',
  access: 'session',
  summary: 'Revokes a device, which wipes itself at its next contact.',
  params: DeviceId,
});

export const releaseNumbers = defineCall({
  id: 'releaseNumbers',
  method: 'post',
  path: '/api/sync/devices/:id/release',
  access: 'session',
  summary: 'Takes back the letter and the unused numbers of a device.',
  params: DeviceId,
});

export const pushOperations = defineCall({
  id: 'pushOperations',
  method: 'post',
  path: '/api/sync/operations',
  access: 'session',
  summary: 'Applies the operations of a device in their order and answers a verdict for each.',
  body: PushRequest,
  answer: PushResponse,
});

export const readFeed = defineCall({
  id: 'readFeed',
  method: 'get',
  path: '/api/sync/feed',
  access: 'session',
  summary: 'Reads what changed since a revision, in whole revisions.',
  query: FeedQuery,
  answer: FeedPage,
});

export const readSnapshot = defineCall({
  id: 'readSnapshot',
  method: 'get',
  path: '/api/sync/snapshot',
  access: 'session',
  summary: 'Reads one page of everything that a device stores.',
  query: SnapshotQuery,
  answer: SnapshotPage,
});

export const compareDigest = defineCall({
  id: 'compareDigest',
  method: 'post',
  path: '/api/sync/digest',
  access: 'session',
  summary:
    'Compares the documents of a device with those of the server and lists the collections that differ.',
  body: DigestRequest,
  answer: DigestResponse,
  errors: ['CURSOR_BEHIND'],
});

export const streamOrderChanges = defineCall({
  id: 'streamOrderChanges',
  method: 'get',
  path: '/api/sync/orders',
  access: 'session',
  summary: 'Streams the ids of visible orders that changed, for pages to read them again.',
  answer: binary('text/event-stream'),
});

export const streamHead = defineCall({
  id: 'streamHead',
  method: 'get',
  path: '/api/sync/stream',
  access: 'session',
  summary: 'Streams an event for each new revision and a heartbeat every 15 seconds.',
  answer: binary('text/event-stream'),
});
