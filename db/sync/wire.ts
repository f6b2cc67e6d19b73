import { z } from 'zod';
import { OUTCOMES } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { oneLine } from '#db/values/one-line.ts';
import { COLLECTIONS, OPERATIONS } from './collections.ts';

// The envelope is frozen: old devices keep operations in their outbox for weeks. Only add optional keys.

// A clock may be wrong by decades and is corrected; a time that the database cannot store comes from no
// clock.
const LAST_YEAR = 2999;
const DeviceTime = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => new Date(text).getUTCFullYear() <= LAST_YEAR,
    `A time after the year ${LAST_YEAR} is not taken.`,
  );
const CENTURY_MS = 100 * 365.25 * 86_400_000;

/** One operation as a device sends it. The operation's own schema validates `args`. */
export const OperationEnvelope = z.strictObject({
  id: Id,
  n: z.int().min(1),
  name: z.string().min(1).max(80),
  version: z.int().min(1).max(10_000),
  occurredAt: DeviceTime,
  base: z.record(z.string(), z.int()).default({}),
  dependsOn: z.array(Id).max(200).default([]),
  args: z.record(z.string(), z.unknown()),
  /**
   * Milliseconds of the device's monotonic clock, and server time minus device time at last contact:
   * informative, never used for ordering.
   */
  mono: z.number().optional(),
  clockOffsetMs: z.int().min(-CENTURY_MS).max(CENTURY_MS).optional(),
  /**
   * Set for an operation that is too large for any request: its arguments stay on the device, and it is
   * refused.
   */
  setAside: z.literal('TOO_LARGE').optional(),
});
export type OperationEnvelope = z.infer<typeof OperationEnvelope>;

/** The arguments of an operation that is executed online; the operation's own schema validates them. */
export const OperationArgs = z.record(z.string(), z.unknown());

/** An operation that is executed online, by its name; `base` holds the revisions that the caller has seen. */
export const OnlineOperation = z.strictObject({
  operation: z.string().min(1).max(80),
  args: OperationArgs.default({}),
  base: z.record(z.string(), z.int()).default({}),
});

/** `POST /api/sync/operations`, in. */
export const PushRequest = z.strictObject({
  deviceId: Id,
  protocol: z.int().min(1),
  operations: z.array(OperationEnvelope).max(50),
  /** Number of operations and photos that wait on the device, for the list of devices with unsent work. */
  waiting: z.int().min(0).max(1_000_000).optional(),
});
export type PushRequest = z.infer<typeof PushRequest>;

/** Size limit of one operation as JSON, in bytes: it fits a request whatever else the request carries. */
export const MAX_OPERATION_BYTES = 900_000;

/** The server's final result of one operation. */
export const OperationVerdict = z.object({
  id: Id,
  n: z.int(),
  outcome: z.enum(OUTCOMES),
  code: z.string().nullable(),
  message: z.string().nullable(),
  rev: z.int(),
  /** With code DEPENDENCY_REJECTED: the first refused operation of the chain. */
  rootId: Id.nullable().optional(),
});
export type OperationVerdict = z.infer<typeof OperationVerdict>;

/** `POST /api/sync/operations`, out. */
export const PushResponse = z.object({
  verdicts: z.array(OperationVerdict),
  expectedN: z.int(),
  serverTime: z.iso.datetime(),
  /** The device was revoked: it must wipe the replica, and the outbox once everything has a verdict. */
  revoked: z.boolean().optional(),
});
export type PushResponse = z.infer<typeof PushResponse>;

const FeedCollection = z.enum([...COLLECTIONS, OPERATIONS]);

/** `GET /api/sync/feed`, in. `device` lets a revoked device learn that it must wipe. */
export const FeedQuery = z.strictObject({
  generation: z.string().max(200),
  cursor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
  device: z.string().max(64).optional(),
});
export type FeedQuery = z.infer<typeof FeedQuery>;

/** `GET /api/sync/snapshot`, in. `after` comes from the page before: the entity and id at which it ended. */
export const SnapshotQuery = z.strictObject({
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
});
export type SnapshotQuery = z.infer<typeof SnapshotQuery>;

/** A document in the feed and the snapshot; `body` has the entity's fields, and `kind` its entity name. */
export const FeedDocument = z.object({
  collection: FeedCollection,
  id: Id,
  kind: z.string(),
  rev: z.int(),
  deleted: z.boolean(),
  body: z.record(z.string(), z.json()),
});
export type FeedDocument = z.infer<typeof FeedDocument>;

/** `GET /api/sync/feed`, out. A page holds whole revisions; `cursor` advances even when nothing is in scope. */
export const FeedPage = z.object({
  generation: z.string(),
  cursor: z.int(),
  head: z.int(),
  more: z.boolean(),
  documents: z.array(FeedDocument),
  departed: z.array(z.object({ collection: FeedCollection, id: Id })),
});
export type FeedPage = z.infer<typeof FeedPage>;

/** `GET /api/sync/snapshot`, out. The first page's `head` becomes the cursor. */
export const SnapshotPage = z.object({
  generation: z.string(),
  head: z.int(),
  after: z.string().nullable(),
  more: z.boolean(),
  documents: z.array(FeedDocument),
});
export type SnapshotPage = z.infer<typeof SnapshotPage>;

/** A block of numbers that a device may give out on one lab day (domain 5.2). */
export const NumberLeaseGrant = z.object({
  id: Id,
  entity: z.string(),
  series: z.enum(['SPECIMEN', 'ACCESSION_GROUP']),
  labDay: z.iso.date(),
  from: z.int(),
  to: z.int(),
});
export type NumberLeaseGrant = z.infer<typeof NumberLeaseGrant>;

/** `POST /api/sync/devices`, in and out; a known `deviceId` renews instead of enrolling. */
export const EnrollRequest = z.strictObject({
  name: z.string().trim().min(1).max(80),
  deviceId: Id.optional(),
  /**
   * Number of operations that wait on the device; with none, every later operation was done after this
   * contact.
   */
  waiting: z.int().min(0).max(1_000_000).optional(),
  /** The device whose unsent work this one continues, when it enrolls anew. */
  replaces: Id.optional(),
});
export type EnrollRequest = z.infer<typeof EnrollRequest>;
export const EnrollResponse = z.object({
  deviceId: Id,
  offlineLetter: z.string().regex(/^[A-HJ-NP-Z]$/),
  expectedN: z.int(),
  generation: z.string(),
  offlineUntil: z.iso.datetime(),
  labTimezone: z.string(),
  /** The clock of the server, by which the device corrects its own; absent from older servers. */
  serverTime: z.iso.datetime().optional(),
  leases: z.array(NumberLeaseGrant),
  /** Keys with which this person may still sign on this device; absent from older servers. */
  signingKeyIds: z.array(Id).optional(),
});
export type EnrollResponse = z.infer<typeof EnrollResponse>;

/** `PATCH /api/sync/devices/:id`, in: the name that people give the device, for instance `Freezer hall 2`. */
export const RenameDevice = z.strictObject({ name: oneLine('Enter a name.', 80) });
export type RenameDevice = z.infer<typeof RenameDevice>;

/** `POST /api/sync/digest`, in: SHA-256 (hex) over the sorted lines `id|rev` of each collection at `cursor`. */
export const DigestRequest = z.strictObject({
  /** Compared when present. */
  generation: z.string().optional(),
  cursor: z.int(),
  collections: z.partialRecord(z.enum(COLLECTIONS), z.object({ count: z.int(), hash: z.string() })),
});
export type DigestRequest = z.infer<typeof DigestRequest>;
export const DigestResponse = z.object({ differ: z.array(z.enum(COLLECTIONS)), head: z.int() });
export type DigestResponse = z.infer<typeof DigestResponse>;

/** One document in a digest. */
export interface DigestLine {
  id: string;
  rev: number;
}

/**
 * Build the text whose SHA-256 (hex, UTF-8) is a collection's digest: lines `id|rev`, sorted by code unit,
 * joined by a line feed.
 */
export const digestText = (documents: readonly DigestLine[]): string =>
  documents
    .map(({ id, rev }) => `${id}|${rev}`)
    .sort()
    .join('\n');
