import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import { hasCapability } from '#db/access/capabilities.ts';
import { visibleEntities } from '#db/access/lab.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor } from '#db/operation.ts';
import type { EnrollRequest, EnrollResponse } from '#db/sync/wire.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { recordConfirmation } from '#sync-server/auth/signing/confirm-password.ts';
import { renewSigningKeys } from '#sync-server/auth/signing/signing-keys.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { endDeviceSessions, noteDeviceSession } from './device-sessions.ts';
import { renewLeases } from './leases.ts';
import { lockHead, notEnrolled } from './lock-device.ts';
import { numbersMaterial, openScope } from './scope.ts';

/** What the device functions need from the running server. */
export interface DeviceSettings {
  pool: Pool;
  timeZone: string;
  offlineHours: number;
  /** How many devices a person may enroll on one lab day; null or absent for no limit. */
  devicesPerDay?: number | null;
  now(): Date;
}

/** The person who enrolls or revokes, and the session in which they do. */
type SessionActor = Actor & { readonly sessionId?: string; readonly signedInAt?: number };

interface Enrolled {
  id: string;
  letter: string;
  lastN: number;
}

const LETTERS = [...'ABCDEFGHJKLMNPQRSTUVWXYZ'];

/**
 * Assign an offline letter to a device. If all 24 are taken, the longest silent device loses its letter and
 * gets another at its next contact. If both number without a lease meanwhile, the second label is a conflict,
 * never a lost tube.
 */
async function takeLetter(client: ClientBase, lab: string): Promise<string> {
  const { rows } = await client.query<{ id: string; offline_letter: string }>(
    `SELECT id, offline_letter FROM device WHERE lab = $1 AND NOT revoked AND offline_letter IS NOT NULL
     ORDER BY coalesce(waiting, 0) > 0, last_sync_at NULLS FIRST, id`,
    [lab],
  );
  const usedLetters = new Set(rows.map((row) => row.offline_letter));
  const free = LETTERS.find((candidate) => !usedLetters.has(candidate));
  if (free) return free;
  const silent = rows[0];
  if (!silent) throw new AppError('INTERNAL', 'There are no device letters.');
  await client.query('UPDATE device SET offline_letter = NULL WHERE id = $1 AND (lab = $2) IS TRUE', [
    silent.id,
    lab,
  ]);
  return silent.offline_letter;
}

/** Make a device's own name readable instead of refusing it: a name must never keep a handheld from work. */
const sanitizeName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim() || 'Handheld';

/** Find the device that a new one replaces: same membership, not revoked. */
async function replacedDevice(
  client: ClientBase,
  actor: Actor,
  id: string | undefined,
): Promise<{ id: string; not_before: Date | null } | undefined> {
  if (id === undefined) return undefined;
  const { rows } = await client.query<{ id: string; not_before: Date | null }>(
    `SELECT id, not_before FROM device d WHERE id = $1 AND lab = $2 AND user_company_id = $3 AND kind = 'HANDHELD'
       AND device_revoked_at(d) IS NULL`,
    [id, actor.lab.id, actor.userCompanyId],
  );
  return rows[0];
}

async function enrollNew(
  client: ClientBase,
  actor: Actor,
  { name, replaces }: EnrollRequest,
  now: Date,
): Promise<Enrolled> {
  const id = ulid();
  const offlineLetter = await takeLetter(client, actor.lab.id);
  const replaced = await replacedDevice(client, actor, replaces);
  await client.query(
    `INSERT INTO device (id, created_at, created_by_id, updated_at, entity, name, offline_letter, registered_by_id,
       user_company_id, last_sync_at, last_user_id, replaces_id, not_before)
     VALUES ($1, $2, $3, $2, $4, $5, $6, $3, $7, $2, $3, $8, $9)`,
    [
      id,
      now,
      actor.userId,
      actor.entity,
      sanitizeName(name),
      offlineLetter,
      actor.userCompanyId,
      replaced?.id ?? null,
      replaced ? replaced.not_before : now,
    ],
  );
  return { id, letter: offlineLetter, lastN: 0 };
}

/** Renew a device; the name that people gave it stays, because its own name counts only at enrollment. */
async function renew(
  client: ClientBase,
  actor: Actor,
  id: string,
  { waiting }: EnrollRequest,
  now: Date,
): Promise<Enrolled> {
  const { rows } = await client.query<RenewedRow>(
    `UPDATE device d SET last_sync_at = $3, last_user_id = $4, updated_at = $3,
       not_before = CASE WHEN $6 = 0 THEN greatest(not_before, $3) ELSE not_before END
     WHERE id = $1 AND lab = $2 AND user_company_id = $5 AND kind = 'HANDHELD'
     RETURNING offline_letter, last_n::text, device_revoked_at(d) IS NOT NULL AS revoked, revoked AS "wasRevoked"`,
    [id, actor.lab.id, now, actor.userId, actor.userCompanyId, waiting ?? null],
  );
  const row = rows[0];
  if (!row)
    throw new AppError(
      'NOT_FOUND',
      'This device is not enrolled here. Enroll it again; unsent work stays on it.',
    );
  if (row.revoked) throw revoked();
  if (row.wasRevoked) row.offline_letter = await signedInAgain(client, actor.lab.id, id);
  const offlineLetter = row.offline_letter ?? (await takeLetter(client, actor.lab.id));
  if (offlineLetter !== row.offline_letter) {
    await client.query('UPDATE device SET offline_letter = $2 WHERE id = $1 AND (lab = $3) IS TRUE', [
      id,
      offlineLetter,
      actor.lab.id,
    ]);
  }
  return { id, letter: offlineLetter, lastN: Number(row.last_n) };
}

interface RenewedRow {
  offline_letter: string | null;
  last_n: string;
  revoked: boolean;
  wasRevoked: boolean;
}

/** Reactivate a device whose sessions had ended; its letter may have been reassigned meanwhile. */
async function signedInAgain(client: ClientBase, lab: string, id: string): Promise<string | null> {
  const { rows } = await client.query<{ offline_letter: string | null }>(
    `UPDATE device d SET revoked = false, revoked_at = NULL, revoked_by_id = NULL, revoked_reason = NULL,
       offline_letter = CASE WHEN EXISTS (SELECT 1 FROM device other WHERE other.lab = d.lab AND NOT other.revoked
         AND other.offline_letter = d.offline_letter) THEN NULL ELSE offline_letter END
     WHERE id = $1 AND (lab = $2) IS TRUE RETURNING offline_letter`,
    [id, lab],
  );
  return rows[0]?.offline_letter ?? null;
}

const revoked = () =>
  refuse(
    'DEVICE_REVOKED',
    'This device was revoked. Send its unsent work, then ask a lab manager to enroll it again.',
  );

/** Throw if a person would exceed the number of devices per lab day. */
async function refuseTooMany(
  client: ClientBase,
  { devicesPerDay, timeZone }: DeviceSettings,
  actor: Actor,
  today: string,
): Promise<void> {
  const { rows } = await client.query<{ enrolled: number; allowed: number | null }>(
    `SELECT (SELECT count(*)::int FROM device d WHERE d.registered_by_id = $1 AND (d.lab = $5) IS TRUE AND d.kind = 'HANDHELD'
         AND (d.created_at AT TIME ZONE $2)::date = $3::date) AS enrolled,
       (SELECT devices_per_day FROM user_company WHERE id = $4 AND (lab = $5) IS TRUE
         AND (devices_per_day_until IS NULL OR devices_per_day_until >= $3::date)) AS allowed`,
    [actor.userId, timeZone, today, actor.userCompanyId, actor.lab.id],
  );
  const allowed = rows[0]?.allowed ?? devicesPerDay ?? null;
  if (allowed === null || (rows[0]?.enrolled ?? 0) < allowed) return;
  throw refuse(
    'DEVICE_LIMIT',
    `You enrolled ${allowed === 1 ? '1 device' : `${allowed} devices`} today. Use one of them, or ask an administrator to allow more.`,
  );
}

/**
 * Release the letter and unused numbers of a device whose person signs out there; its next sign-in leases
 * anew.
 */
export function releaseNumbers(settings: DeviceSettings, actor: Actor, deviceId: string): Promise<void> {
  return inTransaction(settings.pool, async (client) => {
    await lockHead(client, actor.lab.id);
    const { rowCount } = await client.query(
      `UPDATE device SET offline_letter = NULL, updated_at = $4
       WHERE id = $1 AND lab = $2 AND user_company_id = $3 AND kind = 'HANDHELD'`,
      [deviceId, actor.lab.id, actor.userCompanyId, settings.now()],
    );
    if (rowCount === 0) throw notEnrolled();
    await client.query(
      'UPDATE number_lease SET released_at = $2 WHERE device_id = $1 AND released_at IS NULL AND (lab = $3) IS TRUE',
      [deviceId, settings.now(), actor.lab.id],
    );
  });
}

/** Enroll a device or renew a known one; returns its letter, next number, number blocks and offline time. */
export function enrollDevice(
  settings: DeviceSettings,
  actor: SessionActor,
  enrollRequest: EnrollRequest,
): Promise<EnrollResponse> {
  return inTransaction(settings.pool, async (client) => {
    await lockHead(client, actor.lab.id);
    const scope = await openScope(client, actor);
    const now = settings.now();
    const today = labDayOf(now.toISOString(), settings.timeZone);
    if (!enrollRequest.deviceId) await refuseTooMany(client, settings, actor, today);
    const device = enrollRequest.deviceId
      ? await renew(client, actor, enrollRequest.deviceId, enrollRequest, now)
      : await enrollNew(client, actor, enrollRequest, now);
    await noteDeviceSession(client, device.id, actor.sessionId, now);
    const signer = { userId: actor.userId, deviceId: device.id };
    if (actor.signedInAt !== undefined)
      await recordConfirmation(client, { ...signer, at: new Date(actor.signedInAt) });
    return {
      deviceId: device.id,
      offlineLetter: device.letter,
      expectedN: device.lastN + 1,
      generation: scope.generation,
      offlineUntil: new Date(now.getTime() + settings.offlineHours * 3_600_000).toISOString(),
      labTimezone: settings.timeZone,
      serverTime: now.toISOString(),
      leases: numbersMaterial(actor) ? await renewLeases(client, device.id, actor, today) : [],
      signingKeyIds: await renewSigningKeys(client, signer, { now, offlineHours: settings.offlineHours }),
    };
  });
}

/**
 * Revoke a device; its registrar and the lab's deciders may. Its sessions end; work that it still hands over
 * is judged by its time.
 */
export function revokeDevice(settings: DeviceSettings, actor: SessionActor, deviceId: string): Promise<void> {
  return inTransaction(settings.pool, async (client) => {
    await lockHead(client, actor.lab.id);
    const { rows } = await client.query<{ registered_by_id: string }>(
      `SELECT registered_by_id FROM device WHERE id = $1 AND entity = ANY ($2) AND kind = 'HANDHELD' FOR UPDATE`,
      [deviceId, visibleEntities(actor)],
    );
    const device = rows[0];
    if (!device) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (device.registered_by_id !== actor.userId && !hasCapability(actor.role, 'manageDevices')) {
      throw new AppError('FORBIDDEN', MESSAGES.forbidden);
    }
    await client.query(
      `UPDATE device SET revoked = true, revoked_at = coalesce(revoked_at, $2), revoked_by_id = $3, revoked_reason = NULL,
         updated_at = $2 WHERE id = $1 AND (NOT revoked OR revoked_reason IS NOT NULL)`,
      [deviceId, settings.now(), actor.userId],
    );
    await endDeviceSessions(client, deviceId, actor.sessionId, settings.now());
  });
}
