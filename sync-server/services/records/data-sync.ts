import type { Pool } from 'pg';
import { z } from 'zod';
import { BENCH_DECIDERS, isOneOf } from '#db/access/roles.ts';
import type { Actor } from '#db/operation.ts';
import { OUTCOMES } from '#db/operation.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import { quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';

/** `GET /api/lab/data-sync`, in. */
export const DataSyncQuery = z.strictObject({
  outcome: z.enum(OUTCOMES).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(500).default(50),
});
export type DataSyncQuery = z.infer<typeof DataSyncQuery>;

const OPERATIONS = `SELECT id, device_id AS "deviceId", n, name, occurred_at AS "occurredAt", received_at AS "receivedAt",
    outcome, code, message, root_id AS "rootId", quarantined, args, rev, count(*) OVER () AS total
  FROM operation WHERE entity = $1 AND user_id = $2 AND ($3::text IS NULL OR outcome = $3)
  ORDER BY rev DESC LIMIT $4 OFFSET $5`;

async function ownOperations(pool: Pool, actor: Actor, { outcome, page, limit }: DataSyncQuery) {
  const values = [actor.entity, actor.userId, outcome ?? null, limit, (page - 1) * limit];
  const { rows } = await pool.query<Record<string, unknown>>({ text: OPERATIONS, values, types: rowTypes });
  return {
    rows: rows.map(({ total, args, ...row }) => ({ ...row, args: JSON.parse(String(args)) as unknown })),
    total: Number(rows[0]?.['total'] ?? 0),
    page,
    limit,
  };
}

const DEVICES = `SELECT device.id, device.name, device.offline_letter AS "offlineLetter", device.last_sync_at AS "lastSyncAt",
    device.last_user_id AS "lastUserId", coalesce(person.name, '') AS "lastUserName", device.waiting,
    device.clock_offset_ms AS "clockOffsetMs", device.last_n AS "lastN", device.revoked
  FROM device LEFT JOIN "user" AS person ON person.id = device.last_user_id
  WHERE device.entity = $1 AND device.kind = 'HANDHELD' ORDER BY device.last_sync_at DESC NULLS LAST`;

async function devices(pool: Pool, actor: Actor) {
  const { rows } = await pool.query<Record<string, unknown>>({
    text: DEVICES,
    values: [actor.entity],
    types: rowTypes,
  });
  return rows;
}

// What was done after a deactivation or a revocation; of the newest, more than anybody has at once.
const QUARANTINED = `SELECT o.id, o.name, o.occurred_at AS "occurredAt", o.received_at AS "receivedAt", o.code, o.message, o.args,
    coalesce(person.name, person.first_name || ' ' || person.last_name) AS "userName", device.name AS "deviceName"
  FROM operation AS o JOIN device ON device.id = o.device_id LEFT JOIN "user" AS person ON person.id = o.user_id
  WHERE o.entity = $1 AND o.quarantined ORDER BY o.rev DESC LIMIT 200`;

async function quarantine(pool: Pool, actor: Actor) {
  const { rows } = await pool.query<Record<string, unknown>>({
    text: QUARANTINED,
    values: [actor.entity],
    types: rowTypes,
  });
  return rows.map(({ args, ...row }) => ({ ...row, args: JSON.parse(String(args)) as unknown }));
}

async function openConflicts(pool: Pool, actor: Actor, all: boolean) {
  const text = `SELECT * FROM ${quoted(syncConflict.table)} WHERE entity = $1 AND status = 'OPEN' AND NOT deleted
    AND ($2 OR mine ->> 'userId' = $3 OR theirs ->> 'userId' = $3) ORDER BY created_at`;
  const values = [actor.entity, all, actor.userId];
  const { rows } = await pool.query<Record<string, unknown>>({ text, values, types: rowTypes });
  return rows.map((record) => rowOf(syncConflict, record));
}

/**
 * This person's operations with their verdicts and the conflicts they are part of; those who decide also see every
 * open conflict, every device with what waits on it, and what was taken into quarantine.
 */
export async function readDataSync(pool: Pool, actor: Actor, query: DataSyncQuery) {
  const decides = isOneOf(actor.role, BENCH_DECIDERS);
  return {
    operations: await ownOperations(pool, actor, query),
    conflicts: await openConflicts(pool, actor, decides),
    devices: decides ? await devices(pool, actor) : [],
    quarantine: decides ? await quarantine(pool, actor) : [],
  };
}
