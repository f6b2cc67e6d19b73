import { z } from 'zod';
import { OUTCOMES } from '#db/operation.ts';
import { COLLECTIONS } from '#db/sync/collections.ts';
import { Id } from '#db/values/id.ts';
import { syncConflict } from './conflicts/sync-conflict.ts';

/** Query of `GET /api/lab/data-sync`. */
export const DataSyncQuery = z.strictObject({
  outcome: z.enum(OUTCOMES).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  /** Cursor: the id of the operation before the page; takes precedence over `page`. */
  cursor: Id.optional(),
});
export type DataSyncQuery = z.infer<typeof DataSyncQuery>;

/** An operation of the reader with its verdict. */
const JudgedOperation = z.object({
  id: z.string(),
  deviceId: z.string(),
  n: z.int(),
  name: z.string(),
  occurredAt: z.string(),
  receivedAt: z.string(),
  outcome: z.enum(OUTCOMES),
  code: z.string().nullable(),
  message: z.string().nullable(),
  rootId: z.string().nullable(),
  quarantined: z.boolean(),
  args: z.unknown(),
  rev: z.int(),
});

/** A handheld as deciders see it. */
export const ListedDevice = z.object({
  id: z.string(),
  name: z.string(),
  /** Null while another device has taken its letter. */
  offlineLetter: z.string().nullable(),
  lastSyncAt: z.string().nullable(),
  lastUserId: z.string().nullable(),
  lastUserName: z.string(),
  /** Number of unsent operations and photos; null until the device has reported it. */
  waiting: z.int().nullable(),
  clockOffsetMs: z.int().nullable(),
  lastN: z.int(),
  revoked: z.boolean(),
});
export type ListedDevice = z.infer<typeof ListedDevice>;

/** An operation that was done after a deactivation or revocation and had no effect. */
export const QuarantinedOperation = z.object({
  id: z.string(),
  name: z.string(),
  occurredAt: z.string(),
  receivedAt: z.string(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  args: z.record(z.string(), z.unknown()),
  userName: z.string().nullable(),
  deviceName: z.string(),
});
export type QuarantinedOperation = z.infer<typeof QuarantinedOperation>;

/** `GET /api/lab/data-sync`, out; devices and quarantine are empty for readers who do not decide. */
export const ShownDataSync = z.object({
  operations: z.object({
    rows: z.array(JudgedOperation),
    total: z.number(),
    page: z.number(),
    limit: z.number(),
  }),
  conflicts: z.array(syncConflict.schema),
  devices: z.array(ListedDevice),
  quarantine: z.array(QuarantinedOperation),
});

/** A device's report about itself; free text is short and names no patient. */
export const DeviceIncident = z.strictObject({
  deviceId: Id,
  kind: z.enum(['DIGEST_DIFFERENCE', 'STORAGE_ERROR', 'OUTBOX_LOST', 'OPERATION_MISMATCH']),
  collections: z.array(z.enum(COLLECTIONS)).max(COLLECTIONS.length).default([]),
  cursor: z.int().min(0).optional(),
  message: z.string().max(500).default(''),
  occurredAt: z.iso.datetime({ precision: 3 }),
});
export type DeviceIncident = z.infer<typeof DeviceIncident>;
