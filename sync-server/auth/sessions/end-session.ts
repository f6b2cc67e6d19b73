import { logAccess, type SignInRequest } from '#sync-server/auth/account-log.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { claimsOfCookies, loadSession } from './read-session.ts';
import { type SessionClaims, sessionIdOf } from './session-claims.ts';
import { SESSION_SECONDS } from './session-cookie.ts';

// A cookie of the session that is sealed at this moment lives a little longer than one sealed before.
const MARGIN_SECONDS = 60 * 60;

/**
 * End the session of these cookies permanently: its row outlives every copy of the cookie. The person's
 * sessions on other devices continue. Streams of a copied cookie are told to check again.
 */
export async function endSession(
  { pool, secret, now }: Pick<AppServices, 'pool' | 'now'> & { secret: string },
  cookieHeader: string,
  from: SignInRequest,
): Promise<void> {
  for (const claims of await claimsOfCookies(cookieHeader, secret))
    if (claims.entity === from.entity) await endSessionOf({ pool, now }, claims, from);
}

/** End one session by claims that this server has sealed. */
export async function endSessionOf(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  claims: SessionClaims,
  from: SignInRequest,
): Promise<void> {
  const id = sessionIdOf(claims);
  const at = now();
  await inTransaction(pool, async (client) => {
    const loaded = await loadSession(client, claims, from.entity, at);
    await client.query('DELETE FROM ended_session WHERE expires_at < $1', [at]);
    if (id !== undefined)
      await client.query(
        'INSERT INTO ended_session (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
        [id, new Date(at.getTime() + (SESSION_SECONDS + MARGIN_SECONDS) * 1_000)],
      );
    if (!loaded) return;
    const { id: userId, companyId } = loaded.user;
    await logAccess(client, { userId, companyId }, 'SIGN_OUT', from);
    await client.query(`SELECT pg_notify('sync_head', 'ended:' || $1)`, [userId]);
  });
}
