import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import { BENCH_DECIDERS, isOneOf } from '#db/access/roles.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor } from '#db/operation.ts';
import type { EnrolRequest, EnrolResponse } from '#db/sync/wire.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { renewLeases } from './leases.ts';
import { lockHead } from './lock-device.ts';
import { openScope } from './scope.ts';

/** What devices need of the running server. */
export interface DeviceSettings {
  pool: Pool;
  timeZone: string;
  offlineHours: number;
  now(): Date;
}

interface Enrolled {
  id: string;
  letter: string;
  lastN: number;
}

const LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'];

/**
 * A letter for a device. When all 24 are given out, the one of the device that has been silent longest: it gets another
 * at its next contact. Should both number without a lease meanwhile, the second label is a conflict, never a lost tube.
 */
async function takeLetter(client: ClientBase, entity: string): Promise<string> {
  const { rows } = await client.query<{ id: string; offline_letter: string }>(
    `SELECT id, offline_letter FROM device WHERE entity = $1 AND NOT revoked AND offline_letter IS NOT NULL
     ORDER BY coalesce(waiting, 0) > 0, last_sync_at NULLS FIRST, id`,
    [entity],
  );
  const taken = new Set(rows.map((row) => row.offline_letter));
  const free = LETTERS.find((candidate) => !taken.has(candidate));
  if (free) return free;
  const silent = rows[0];
  if (!silent) throw new AppError('INTERNAL', 'There are no device letters.');
  await client.query('UPDATE device SET offline_letter = NULL WHERE id = $1', [silent.id]);
  return silent.offline_letter;
}

/** What a device calls itself, as people can read it: a handheld is never kept from work by its name. */
const readable = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim() || 'Handheld';

async function enrolNew(client: ClientBase, actor: Actor, name: string, now: Date): Promise<Enrolled> {
  const id = ulid();
  const letter = await takeLetter(client, actor.entity);
  await client.query(
    `INSERT INTO device (id, created_at, created_by_id, updated_at, entity, name, offline_letter, registered_by_id,
       user_company_id, last_sync_at, last_user_id)
     VALUES ($1, $2, $3, $2, $4, $5, $6, $3, $7, $2, $3)`,
    [id, now, actor.userId, actor.entity, readable(name), letter, actor.userCompanyId],
  );
  return { id, letter, lastN: 0 };
}

/** The name that people gave the device stays: what it calls itself counts only when it is enrolled. */
async function renew(client: ClientBase, actor: Actor, id: string, now: Date): Promise<Enrolled> {
  const { rows } = await client.query<RenewedRow>(
    `UPDATE device d SET last_sync_at = $3, last_user_id = $4, updated_at = $3
     WHERE id = $1 AND entity = $2 AND user_company_id = $5 AND kind = 'HANDHELD'
     RETURNING offline_letter, last_n::text, device_revoked_at(d) IS NOT NULL AS revoked, revoked AS "wasRevoked"`,
    [id, actor.entity, now, actor.userId, actor.userCompanyId],
  );
  const row = rows[0];
  if (!row)
    throw new AppError(
      'NOT_FOUND',
      'This device is not enrolled here. Enrol it again; unsent work stays on it.',
    );
  if (row.revoked) throw revoked();
  if (row.wasRevoked) row.offline_letter = await signedInAgain(client, id);
  const letter = row.offline_letter ?? (await takeLetter(client, actor.entity));
  if (letter !== row.offline_letter) {
    await client.query('UPDATE device SET offline_letter = $2 WHERE id = $1', [id, letter]);
  }
  return { id, letter, lastN: Number(row.last_n) };
}

interface RenewedRow {
  offline_letter: string | null;
  last_n: string;
  revoked: boolean;
  wasRevoked: boolean;
}

/** Its sessions had ended, and its person is here again. Its letter may have been given away meanwhile. */
async function signedInAgain(client: ClientBase, id: string): Promise<string | null> {
  const { rows } = await client.query<{ offline_letter: string | null }>(
    `UPDATE device d SET revoked = false, revoked_at = NULL, revoked_by_id = NULL, revoked_reason = NULL,
       offline_letter = CASE WHEN EXISTS (SELECT 1 FROM device other WHERE other.entity = d.entity AND NOT other.revoked
         AND other.offline_letter = d.offline_letter) THEN NULL ELSE offline_letter END
     WHERE id = $1 RETURNING offline_letter`,
    [id],
  );
  return rows[0]?.offline_letter ?? null;
}

const revoked = () =>
  refuse(
    'DEVICE_REVOKED',
    'This device was revoked. Send its unsent work, then ask a lab manager to enrol it again.',
  );

/** Enrols a device or renews a known one: its letter, its next number, its blocks of numbers and its offline time. */
export function enrolDevice(
  settings: DeviceSettings,
  actor: Actor,
  asked: EnrolRequest,
): Promise<EnrolResponse> {
  return inTransaction(settings.pool, async (client) => {
    await lockHead(client, actor.entity);
    const scope = await openScope(client, actor);
    const now = settings.now();
    const device = asked.deviceId
      ? await renew(client, actor, asked.deviceId, now)
      : await enrolNew(client, actor, asked.name, now);
    const today = labDayOf(now.toISOString(), settings.timeZone);
    return {
      deviceId: device.id,
      offlineLetter: device.letter,
      expectedN: device.lastN + 1,
      generation: scope.generation,
      offlineUntil: new Date(now.getTime() + settings.offlineHours * 3_600_000).toISOString(),
      labTimezone: settings.timeZone,
      leases: await renewLeases(client, device.id, actor.entity, today),
    };
  });
}

/** Revokes a device: its registrar and the lab's deciders may. What it still sends is judged by when it was done. */
export function revokeDevice(settings: DeviceSettings, actor: Actor, deviceId: string): Promise<void> {
  return inTransaction(settings.pool, async (client) => {
    await lockHead(client, actor.entity);
    const { rows } = await client.query<{ registered_by_id: string }>(
      `SELECT registered_by_id FROM device WHERE id = $1 AND entity = $2 AND kind = 'HANDHELD' FOR UPDATE`,
      [deviceId, actor.entity],
    );
    const device = rows[0];
    if (!device) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (device.registered_by_id !== actor.userId && !isOneOf(actor.role, BENCH_DECIDERS)) {
      throw new AppError('FORBIDDEN', MESSAGES.forbidden);
    }
    await client.query(
      `UPDATE device SET revoked = true, revoked_at = coalesce(revoked_at, $2), revoked_by_id = $3, revoked_reason = NULL,
         updated_at = $2 WHERE id = $1 AND (NOT revoked OR revoked_reason IS NOT NULL)`,
      [deviceId, settings.now(), actor.userId],
    );
  });
}
