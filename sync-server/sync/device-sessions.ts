import type { ClientBase } from 'pg';
import { SESSION_SECONDS } from '#sync-server/auth/sessions/session-cookie.ts';

// A cookie that is sealed during the revocation lives a little longer than one sealed before.
const SESSION_LIFETIME_MS = (SESSION_SECONDS + 60 * 60) * 1_000;

/** Record in the caller's transaction that a session uses a device. */
export async function noteDeviceSession(
  client: ClientBase,
  deviceId: string,
  sessionId: string | undefined,
  now: Date,
): Promise<void> {
  if (sessionId === undefined) return;
  await client.query('DELETE FROM device_session WHERE last_seen_at < $1', [
    new Date(now.getTime() - SESSION_LIFETIME_MS),
  ]);
  await client.query(
    `INSERT INTO device_session (device_id, session_id, last_seen_at) VALUES ($1, $2, $3)
     ON CONFLICT (device_id, session_id) DO UPDATE SET last_seen_at = excluded.last_seen_at`,
    [deviceId, sessionId, now],
  );
}

/**
 * End the sessions of a revoked device in the caller's transaction, including those of open streams. The
 * session that revokes continues, because a person may revoke an old entry of the browser they are using.
 */
export async function endDeviceSessions(
  client: ClientBase,
  deviceId: string,
  except: string | undefined,
  now: Date,
): Promise<void> {
  await client.query(
    `INSERT INTO ended_session (id, expires_at, device_id)
     SELECT session_id, $3, device_id FROM device_session WHERE device_id = $1 AND session_id IS DISTINCT FROM $2
     ON CONFLICT (id) DO NOTHING`,
    [deviceId, except ?? null, new Date(now.getTime() + SESSION_LIFETIME_MS)],
  );
  await client.query(
    `SELECT pg_notify('sync_head', 'ended:' || user_company_id) FROM device WHERE id = $1 AND user_company_id IS NOT NULL`,
    [deviceId],
  );
}
