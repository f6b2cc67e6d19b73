import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { EndKeys, PublicKey, RegisterKey } from '#db/identity/pin-forms.ts';
import type { SigningKeyEndReason, SigningKeyKind } from '#db/identity/signing-key.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

/** A key that a person registers for one of their devices. */
interface NewKey {
  userId: string;
  deviceId: string;
  kind: SigningKeyKind;
  publicKey: z.infer<typeof PublicKey>;
}

interface KeySettings {
  now(): Date;
  offlineHours: number;
}

/**
 * Register the public half of the key with which this person signs on this device; the caller has checked the
 * PIN. Returns the key's id.
 */
export function registerSigningKey(
  { pool, ...settings }: KeySettings & { pool: Pool },
  { userId }: { userId: string },
  { deviceId, publicKey }: z.infer<typeof RegisterKey>,
): Promise<string> {
  return inTransaction(pool, (client) =>
    registerKey(client, settings, { userId, deviceId, kind: 'PIN', publicKey }),
  );
}

/** Throw unless the device is the person's own and not revoked. */
export async function requireKeyDevice(
  client: ClientBase,
  { userId, deviceId }: { userId: string; deviceId: string },
): Promise<void> {
  const owned = await client.query(
    'SELECT 1 FROM device WHERE id = $1 AND registered_by_id = $2 AND NOT revoked',
    [deviceId, userId],
  );
  if (owned.rowCount === 0)
    throw new AppError('NOT_FOUND', 'This device is not registered. Sign in on it again.');
}

/** Register a key in the caller's transaction, and end the person's earlier key of its kind on the device. */
export async function registerKey(
  client: ClientBase,
  { now, offlineHours }: KeySettings,
  { userId, deviceId, kind, publicKey }: NewKey,
): Promise<string> {
  const at = now();
  await requireKeyDevice(client, { userId, deviceId });
  await endSigningKeys(client, { userId, deviceId, kind }, 'REPLACED', at);
  const id = ulid();
  await client.query(
    `INSERT INTO signing_key (id, created_at, created_by_id, updated_at, user_id, device_id, kind, public_key, expires_at)
     VALUES ($1, $5, $2, $5, $2, $3, $7, $4, $6)`,
    [id, userId, deviceId, JSON.stringify(publicKey), at, hoursAfter(at, offlineHours), kind],
  );
  return id;
}

interface KeysToEnd {
  userId: string;
  deviceId?: string | null;
  kind?: SigningKeyKind | null;
}

/** End a person's keys on one device or on all, of one kind or of both. Earlier signatures stay verified. */
export async function endSigningKeys(
  client: ClientBase,
  { userId, deviceId = null, kind = null }: KeysToEnd,
  reason: SigningKeyEndReason,
  now: Date,
): Promise<number> {
  const { rowCount } = await client.query(
    `UPDATE signing_key SET ended_at = $3, end_reason = $4, updated_at = $3, version = version + 1
      WHERE user_id = $1 AND ($2::text IS NULL OR device_id = $2) AND ($5::text IS NULL OR kind = $5)
        AND ended_at IS NULL`,
    [userId, deviceId, now, reason, kind],
  );
  return rowCount ?? 0;
}

/** End the person's key on one of their own devices after a sign-out there or on request. */
export function endOwnKey(
  { pool, now }: { pool: Pool; now(): Date },
  { userId }: { userId: string },
  { deviceId, signsOut }: z.infer<typeof EndKeys>,
): Promise<void> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM device WHERE id = $1 AND registered_by_id = $2', [
      deviceId,
      userId,
    ]);
    if (rowCount === 0) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    await endSigningKeys(client, { userId, deviceId }, signsOut ? 'SIGNED_OUT' : 'REVOKED', now());
  });
}

/**
 * Renew the keys of a device in contact: an expired key ends at the time of its expiry, the others are
 * extended. Returns the ids of the person's keys that still sign there.
 */
export async function renewSigningKeys(
  client: ClientBase,
  { userId, deviceId }: { userId: string; deviceId: string },
  { now, offlineHours }: { now: Date; offlineHours: number },
): Promise<string[]> {
  await client.query(
    `UPDATE signing_key SET ended_at = expires_at, end_reason = 'EXPIRED', updated_at = $2, version = version + 1
      WHERE device_id = $1 AND ended_at IS NULL AND expires_at < $2`,
    [deviceId, now],
  );
  const { rows } = await client.query<{ id: string }>(
    `UPDATE signing_key SET expires_at = $3 WHERE device_id = $1 AND user_id = $2 AND ended_at IS NULL RETURNING id`,
    [deviceId, userId, hoursAfter(now, offlineHours)],
  );
  return rows.map(({ id }) => id);
}

const hoursAfter = (at: Date, hours: number): Date => new Date(at.getTime() + hours * 3_600_000);
