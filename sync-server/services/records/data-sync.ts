import { expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { hasCapability } from '#db/access/capabilities.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import type { DataSyncQuery, DeviceIncident } from '#db/records/shown-data-sync.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { quoted, rowOf, rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { reads } from '#sync-server/postgres/typed-reads.ts';
import { readList } from '#sync-server/reads/read-list.ts';

// An operation resent under another device has the id of the first, which holds its verdict: it is listed
// once.
const OPERATIONS = reads.selectFrom('operation as o').where(sql<SqlBool>`NOT o.repeated`);
const { ref } = expressionBuilder(OPERATIONS);

const selectOperations = (rows: typeof OPERATIONS) =>
  rows.select([
    'o.id',
    'o.device_id as deviceId',
    'o.n',
    'o.name',
    'o.occurred_at as occurredAt',
    'o.received_at as receivedAt',
    'o.outcome',
    'o.code',
    'o.message',
    'o.root_id as rootId',
    'o.quarantined',
    'o.args',
    'o.rev',
  ]);

async function ownOperations(pool: Pool, actor: Actor, { outcome, page, limit, cursor }: DataSyncQuery) {
  const conditions = [
    sql<SqlBool>`${ref('o.lab')} = ${actor.lab.id} AND ${ref('o.user_id')} = ${actor.userId}`,
  ];
  if (outcome) conditions.push(sql`${ref('o.outcome')} = ${outcome}`);
  const source = {
    from: OPERATIONS,
    id: ref('o.id'),
    sort: { rev: { by: ref('o.rev') } },
    where: conditions,
  };
  const sort = [{ field: 'rev', descending: true }];
  const operations = await readList(pool, source, selectOperations, { sort, page, limit, cursor });
  return {
    ...operations,
    rows: operations.rows.map((row) => ({ ...row, args: JSON.parse(row.args) as unknown })),
  };
}

const DEVICES = `SELECT device.id, device.name, device.offline_letter AS "offlineLetter", device.last_sync_at AS "lastSyncAt",
    device.last_user_id AS "lastUserId", coalesce(person.name, '') AS "lastUserName", device.waiting,
    device.clock_offset_ms AS "clockOffsetMs", device.last_n AS "lastN", device.revoked
  FROM device LEFT JOIN "user" AS person ON person.id = device.last_user_id
  WHERE device.entity = ANY ($1) AND device.kind = 'HANDHELD' ORDER BY device.last_sync_at DESC NULLS LAST`;

async function devices(pool: Pool, actor: Actor) {
  const { rows } = await pool.query<Record<string, unknown>>({
    text: DEVICES,
    values: [visibleEntities(actor)],
    types: rowTypes,
  });
  return rows;
}

// Operations done after a deactivation or revocation; the limit of newest rows exceeds what anybody has at
// once.
const QUARANTINED = `SELECT o.id, o.name, o.occurred_at AS "occurredAt", o.received_at AS "receivedAt", o.code, o.message, o.args,
    coalesce(person.name, person.first_name || ' ' || person.last_name) AS "userName", device.name AS "deviceName"
  FROM operation AS o JOIN device ON device.id = o.device_id LEFT JOIN "user" AS person ON person.id = o.user_id
  WHERE o.lab = $2 AND (o.entity = ANY ($1)) IS TRUE AND o.quarantined ORDER BY o.rev DESC LIMIT 200`;

async function quarantine(pool: Pool, actor: Actor) {
  const { rows } = await pool.query<Record<string, unknown>>({
    text: QUARANTINED,
    values: [visibleEntities(actor), actor.lab.id],
    types: rowTypes,
  });
  return rows.map(({ args, ...row }) => ({ ...row, args: JSON.parse(String(args)) as unknown }));
}

async function openConflicts(pool: Pool, actor: Actor, all: boolean) {
  const text = `SELECT * FROM ${quoted(syncConflict.table)} WHERE entity = ANY ($1) AND status = 'OPEN' AND NOT deleted
    AND ($2 OR mine ->> 'userId' = $3 OR theirs ->> 'userId' = $3) ORDER BY created_at`;
  const values = [visibleEntities(actor), all, actor.userId];
  const { rows } = await pool.query<Record<string, unknown>>({ text, values, types: rowTypes });
  return rows.map((record) => rowOf(syncConflict, record));
}

/**
 * Read this person's operations with their verdicts and conflicts; deciders also see every open conflict,
 * every device with its unsent count, and quarantined operations.
 */
export async function readDataSync(pool: Pool, actor: Actor, query: DataSyncQuery) {
  const decides = hasCapability(actor.role, 'resolveConflicts');
  return {
    operations: await ownOperations(pool, actor, query),
    conflicts: await openConflicts(pool, actor, decides),
    devices: decides ? await devices(pool, actor) : [],
    quarantine: decides ? await quarantine(pool, actor) : [],
  };
}

/** Write a device's incident to the event log as SYNC_RECEIVED. */
export function reportIncident(
  pool: Pool,
  actor: Actor,
  incident: DeviceIncident,
  now: Date,
): Promise<{ eventId: string }> {
  return inTransaction(pool, async (client) => {
    const known = await client.query('SELECT 1 FROM device WHERE id = $1 AND entity = ANY ($2)', [
      incident.deviceId,
      visibleEntities(actor),
    ]);
    if (known.rowCount === 0) throw new AppError('NOT_FOUND', 'This device is not enrolled here.');
    const at = now.toISOString();
    const eventId = ulid();
    const tx = new PgTransaction(client, {
      at,
      userId: actor.userId,
      entity: actor.entity,
      lab: actor.lab.id,
      entities: [actor.entity],
      receivedAt: at,
      requestId: eventId,
    });
    const { kind, collections, cursor, message } = incident;
    await tx.insert(event, {
      id: eventId,
      type: 'SYNC_RECEIVED',
      targetType: 'Device',
      targetId: incident.deviceId,
      userId: actor.userId,
      companyId: actor.companyId,
      occurredAt: incident.occurredAt,
      deviceId: incident.deviceId,
      data: {
        incident: kind,
        collections,
        cursor: cursor ?? null,
        message: message.replaceAll('\u0000', ''),
      },
      customerVisible: false,
    });
    await tx.finish();
    return { eventId };
  });
}
