import type { ClientBase } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import { startReadCache } from '#sync-server/postgres/acceleration/acceleration.ts';
import { instantOf } from '#sync-server/postgres/row-mapping.ts';
import type { ChangeOfRights, Membership } from './actor-rights.ts';
import type { LoggedOperation } from './operation-log.ts';

/** A device whose row is locked until the transaction ends. */
export interface LockedDevice {
  id: string;
  lastN: number;
  clockOffsetMs: number | null;
  /** The earliest possible time of its next operation; null if unknown. */
  notBefore: string | null;
  /** How far its clock was behind when it last claimed an earlier moment, otherwise 0. */
  clockShiftMs: number;
  revokedAt: string | null;
  /** True for the device that represents a person's online pages. */
  online: boolean;
}

/** What is known at the start of work on an operation. */
export interface OpenedWork {
  device: LockedDevice;
  /** The operation's revision; null if it is not the device's next operation. */
  rev: number | null;
  /** Log entries of the operation and its dependencies. */
  known: readonly LoggedOperation[];
  membership: Membership;
}

// Rules look up by index; a plan made while a table was small would scan all of it once it has grown.
const LOCK = `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
  set_config('jit', 'off', true), set_config('benchside.lab', $1, true) FROM sync_head WHERE lab = $1 FOR UPDATE`;

/** Lock the head of the lab: every writer waits here, so nothing can change meanwhile. */
export async function lockHead(client: ClientBase, lab: string): Promise<void> {
  startReadCache(client);
  await client.query({ name: 'lock_head', text: LOCK, values: [lab] });
}

interface OpenedRow {
  device_id: string;
  last_n: string;
  clock_offset_ms: string | null;
  not_before: string | null;
  clock_shift_ms: string;
  revoked_at: string | null;
  online: boolean;
  rev: string | null;
  known: LoggedOperation[] | null;
  role: string | null;
  deactivated: boolean | null;
  changes: ChangeOfRights[] | null;
}

const OPEN = `SELECT device_id, last_n::text, clock_offset_ms::text, not_before::text, clock_shift_ms::text, revoked_at::text, online, rev::text, known, role,
  deactivated, changes FROM sync_open($1, $2, $3, $4, $5, $6)`;

/**
 * Open the work on an operation: lock the head of the lab, lock the device (null: the one of the
 * membership's online pages) and, if the operation is the next one or unnumbered, assign its revision.
 * Returns undefined if the membership has no such device.
 */
export async function openWork(
  client: ClientBase,
  actor: Actor,
  deviceId: string | null,
  operation: { n: number | null; ids: readonly string[] },
): Promise<OpenedWork | undefined> {
  const { rows } = await client.query<OpenedRow>({
    name: 'sync_open',
    text: OPEN,
    values: [actor.lab.id, deviceId, actor.userId, actor.userCompanyId, operation.n, operation.ids],
  });
  return rows[0] ? toOpenedWork(rows[0]) : undefined;
}

function toOpenedWork(row: OpenedRow): OpenedWork {
  return {
    device: {
      id: row.device_id,
      lastN: Number(row.last_n),
      clockOffsetMs: row.clock_offset_ms === null ? null : Number(row.clock_offset_ms),
      notBefore: row.not_before === null ? null : instantOf(row.not_before),
      clockShiftMs: Number(row.clock_shift_ms),
      revokedAt: row.revoked_at === null ? null : instantOf(row.revoked_at),
      online: row.online,
    },
    rev: row.rev === null ? null : Number(row.rev),
    known: row.known ?? [],
    membership: { role: row.role, deactivated: row.deactivated ?? false, changes: row.changes ?? [] },
  };
}

/** Return the error for a device that does not belong to the membership of the request. */
export const notEnrolled = (): AppError =>
  new AppError('NOT_FOUND', 'This device is not enrolled here. Enroll it again; unsent work stays on it.');
