import type { ClientBase } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import { instantOf } from '#sync-server/postgres/row-mapping.ts';
import { startReadCache } from '#sync-server/postgres/transaction-read-cache.ts';
import type { ChangeOfRights, Membership } from './actor-rights.ts';
import type { LoggedOperation } from './operation-log.ts';

/** A device whose row is locked until the transaction ends. */
export interface LockedDevice {
  id: string;
  lastN: number;
  clockOffsetMs: number | null;
  /** The earliest moment of its next operation; null when nothing is known of it. */
  notBefore: string | null;
  /** How far its clock was behind when it last claimed an earlier moment, 0 when it did not. */
  clockShiftMs: number;
  revokedAt: string | null;
  /** The device that stands for a person's online pages. */
  online: boolean;
}

/** What is known when the work on an operation begins. */
export interface OpenedWork {
  device: LockedDevice;
  /** The operation's revision; null when it is not the device's next one. */
  rev: number | null;
  /** Those of the operation and its dependencies that the log knows. */
  known: readonly LoggedOperation[];
  membership: Membership;
}

// Rules look up by index; a plan made while a table was small would read all of it when it has grown.
const LOCK = `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
  set_config('jit', 'off', true) FROM sync_head WHERE entity = $1 FOR UPDATE`;

/** Takes the order of the business entity: every writer waits here, so nothing below it can change meanwhile. */
export async function lockHead(client: ClientBase, entity: string): Promise<void> {
  startReadCache(client);
  await client.query({ name: 'lock_head', text: LOCK, values: [entity] });
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
 * Opens the work on an operation: takes the order of the business entity, locks the device (null: the one of the
 * membership's online pages) and, when the operation is the next one or unnumbered, takes its revision. Undefined when
 * there is no such device of this membership.
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
    values: [actor.entity, deviceId, actor.userId, actor.userCompanyId, operation.n, operation.ids],
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

/** The device that a request names is not one of this membership. */
export const notEnrolled = (): AppError =>
  new AppError('NOT_FOUND', 'This device is not enrolled here. Enrol it again; unsent work stays on it.');
