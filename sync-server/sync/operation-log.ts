import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Outcome } from '#db/operation.ts';
import type { OperationEnvelope, OperationVerdict } from '#db/sync/wire.ts';
import { isDeeperThan } from '#sync-server/http/request-bodies.ts';
import { query } from '#sync-server/postgres/entity-store.ts';

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  // Entries, because a key such as `__proto__` must stay a plain key.
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sortKeys(inner)]);
}

/**
 * Hash what identifies an operation under (device, n): its id, name, version and arguments in any key order.
 */
export function argsHash({
  id,
  name,
  version,
  args,
}: Pick<OperationEnvelope, 'id' | 'name' | 'version' | 'args'>): string {
  return createHash('sha256')
    .update(JSON.stringify([id, name, version, sortKeys(args)]))
    .digest('hex');
}

const MAX_DEPTH = 60;

/**
 * Report whether arguments are nested deeper than those of any operation; such JSON is refused before it is
 * traversed.
 */
export const isTooDeep = (value: unknown): boolean => isDeeperThan(MAX_DEPTH, value);

/** An operation as stored in the log. */
export interface LoggedOperation extends OperationVerdict {
  name: string;
  userId: string;
  argsHash: string;
  rootId: string | null;
}

const COLUMNS = `id, n, name, user_id AS "userId", args_hash AS "argsHash", outcome, code, message, root_id AS "rootId", rev`;

// The marked edge: these are the columns above, which the table's constraints guarantee.
const toLoggedOperation = (row: Record<string, unknown>): LoggedOperation => row as object as LoggedOperation;

/** Convert a log row to the verdict's wire format. */
export const verdictOf = ({
  id,
  n,
  outcome,
  code,
  message,
  rev,
  rootId,
}: LoggedOperation): OperationVerdict => ({
  id,
  n,
  outcome,
  code,
  message,
  rev,
  rootId,
});

/** Read the operation stored under (device, n). */
export async function loggedAt(
  client: ClientBase,
  lab: string,
  deviceId: string,
  n: number,
): Promise<LoggedOperation | undefined> {
  const text = `SELECT ${COLUMNS} FROM operation WHERE device_id = $1 AND n = $2 AND (lab = $3) IS TRUE`;
  const { rows } = await query(client, text, [deviceId, n, lab]);
  return rows[0] ? toLoggedOperation(rows[0]) : undefined;
}

/** What the log stores of an operation besides its envelope. */
export interface Entry {
  deviceId: string;
  lab: string;
  entity: string;
  userId: string;
  userCompanyId: string;
  envelope: OperationEnvelope;
  argsHash: string;
  deviceTime: string;
  occurredAt: string;
  receivedAt: string;
  clockOffsetMs: number | null;
  /** How far the device's clock was behind the earliest possible time. */
  clockShiftMs: number;
  found: Readonly<Record<string, number>>;
  outcome: Outcome;
  code: string | null;
  message: string | null;
  rootId: string | null;
  quarantined: boolean;
  repeated: boolean;
  rev: number;
  /** How many operations wait on the device, if it reports that. */
  waiting: number | null;
}

const INSERT = `
  WITH advanced AS (
    UPDATE device SET last_n = $2, last_sync_at = $12, last_user_id = $6, clock_offset_ms = coalesce($13, clock_offset_ms),
      waiting = coalesce($26, waiting), updated_at = $12, clock_shift_ms = $27,
      not_before = greatest(not_before, $10, CASE WHEN $26 = 0 THEN $12::timestamptz END)
    WHERE id = $1 AND (lab = $28) IS TRUE)
  INSERT INTO operation (device_id, n, id, entity, name, version, user_id, user_company_id, device_time, occurred_at,
    mono, received_at, clock_offset_ms, base, args, args_hash, depends_on, found, outcome, code, message, root_id,
    quarantined, repeated, rev)
  VALUES ($1, $2, $3, $4, $5, $8, $6, $7, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`;

// Postgres text has no NUL; JSON escapes it, so only plain names and messages can contain one.
const clean = (text: string): string => text.replaceAll('\u0000', '\uFFFD');

/** Write the operation with its verdict and advance the device's counter. */
export async function writeEntry(client: ClientBase, entry: Entry): Promise<void> {
  const { envelope } = entry;
  await query(client, INSERT, [
    entry.deviceId,
    envelope.n,
    envelope.id,
    entry.entity,
    clean(envelope.name),
    entry.userId,
    entry.userCompanyId,
    envelope.version,
    entry.deviceTime,
    entry.occurredAt,
    envelope.mono ?? null,
    entry.receivedAt,
    entry.clockOffsetMs,
    JSON.stringify(envelope.base),
    JSON.stringify(envelope.args),
    entry.argsHash,
    envelope.dependsOn,
    JSON.stringify(entry.found),
    entry.outcome,
    entry.code,
    entry.message === null ? null : clean(entry.message).slice(0, 2_000),
    entry.rootId,
    entry.quarantined,
    entry.repeated,
    entry.rev,
    entry.waiting,
    entry.clockShiftMs,
    entry.lab,
  ]);
}
