import type { ClientBase } from 'pg';
import {
  PASSWORD_VALID_MS,
  type PasswordConfirmation,
  type PasswordProof,
  passwordStatement,
} from '#db/protocols/password-proof.ts';
import { isSignedBy } from '#sync-server/sync/proof-signature.ts';

/** Tolerated difference between the clocks of device and server. */
const TOLERANCE_MS = 5 * 60_000;

/** The signer and the time of a signature as the server interprets it. */
export interface SignatureMoment extends PasswordConfirmation {
  /** Start of the session that sends the signature. */
  signedInAt: number | undefined;
}

/** Report whether a sign-in or confirmation at one moment covers a signature at another. */
function covers(confirmedAt: number, at: string): boolean {
  const age = Date.parse(at) - confirmedAt;
  return age >= -TOLERANCE_MS && age <= PASSWORD_VALID_MS + TOLERANCE_MS;
}

/** Record that the server accepted a person's password or sign-in on a device. */
export async function recordConfirmation(
  client: ClientBase,
  { userId, deviceId, at }: { userId: string; deviceId: string; at: Date },
): Promise<void> {
  await client.query(
    `INSERT INTO password_confirmation (user_id, device_id, confirmed_at, stands_until) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING`,
    [userId, deviceId, at, new Date(at.getTime() + PASSWORD_VALID_MS)],
  );
}

/**
 * Record a confirmation for all devices of a session, because earlier app versions do not name the device.
 */
export async function recordSessionConfirmation(
  client: ClientBase,
  { userId, sessionId, at }: { userId: string; sessionId: string | undefined; at: Date },
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT d.id FROM device_session s JOIN device d ON d.id = s.device_id
      WHERE s.session_id = $1 AND d.registered_by_id = $2`,
    [sessionId ?? null, userId],
  );
  for (const { id } of rows) await recordConfirmation(client, { userId, deviceId: id, at });
}

/**
 * Report whether the person signed in or confirmed the password on that device within twelve hours before the
 * signature. The server has its own records; a confirmation without a network is proven by the key that only
 * the password opens.
 */
export async function hasConfirmedPassword(
  client: ClientBase,
  moment: SignatureMoment,
  proof: PasswordProof | undefined,
): Promise<boolean> {
  const { userId, deviceId, at, signedInAt } = moment;
  if (signedInAt !== undefined && covers(signedInAt, at)) return true;
  const { rowCount } = await client.query(
    `SELECT 1 FROM password_confirmation WHERE user_id = $1 AND device_id = $2
        AND confirmed_at <= $3::timestamptz + make_interval(secs => $4)
        AND stands_until >= $3::timestamptz - make_interval(secs => $4) LIMIT 1`,
    [userId, deviceId, at, TOLERANCE_MS / 1000],
  );
  if (rowCount === 1) return true;
  return proof !== undefined && covers(Date.parse(proof.at), at) && isProven(client, moment, proof);
}

// A later key proves nothing about earlier times; otherwise a password entered today would cover yesterday's
// signatures.
async function isProven(
  client: ClientBase,
  { userId, deviceId, at }: PasswordConfirmation,
  proof: PasswordProof,
): Promise<boolean> {
  const { rows } = await client.query<{ public_key: unknown }>(
    `SELECT public_key FROM signing_key WHERE user_id = $1 AND device_id = $2 AND kind = 'PASSWORD'
        AND (ended_at IS NULL OR ended_at > $3) AND created_at <= $3::timestamptz + make_interval(secs => $4)`,
    [userId, deviceId, at, TOLERANCE_MS / 1000],
  );
  const statement = passwordStatement({ userId, deviceId, at: proof.at });
  return rows.some(({ public_key }) => isSignedBy(public_key, statement, proof.signature));
}
