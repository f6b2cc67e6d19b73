import type { Pool } from 'pg';
import * as accounts from '#db/api/identity/accounts.ts';
import * as preferences from '#db/api/identity/preferences.ts';
import { OwnAccount } from '#db/identity/own-account.ts';
import { defaultPreference, PreferenceForm } from '#db/identity/preference-form.ts';
import { savePreference } from '#db/identity/save-preference.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { rowTypes } from '#sync-server/postgres/row-mapping.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

const PERSON = `SELECT id, first_name AS "firstName", last_name AS "lastName", phone, email, email_verified AS "emailVerified",
    password IS NOT NULL AS "hasPassword", image IS NOT NULL AS image FROM "user" WHERE id = $1`;
const DEVICES = `SELECT id, name, last_sync_at AS "lastSyncAt", coalesce(waiting, 0) AS waiting, revoked,
    (SELECT max(k.expires_at) FROM signing_key k WHERE k.device_id = device.id AND k.user_id = $1
      AND k.kind = 'PIN' AND k.ended_at IS NULL AND k.expires_at > now()) AS "signsUntil"
  FROM device WHERE registered_by_id = $1 AND entity = $2 AND kind = 'HANDHELD'
  ORDER BY revoked, last_sync_at DESC NULLS LAST, id LIMIT 50`;

async function readOwnAccount(pool: Pool, { userId, entity }: Session): Promise<OwnAccount> {
  const [people, devices] = await Promise.all([
    pool.query<Record<string, unknown>>({ text: PERSON, values: [userId], types: rowTypes }),
    pool.query<Record<string, unknown>>({ text: DEVICES, values: [userId, entity], types: rowTypes }),
  ]);
  return OwnAccount.parse({ ...people.rows[0], devices: devices.rows });
}

/** `GET /api/auth/account`: the person's own account, for the settings page. */
export const ownAccountRoutes: readonly ApiRoute[] = [
  serveCall(accounts.readOwnAccount, ({ services, session }) => readOwnAccount(services.pool, session)),
];

/** Return the person's choice, or the default of their role. */
async function readPreference(pool: Pool, { userId, role }: Session): Promise<PreferenceForm> {
  const { rows } = await pool.query(
    `SELECT email_update_frequency AS "emailUpdateFrequency", order_complete_email AS "orderCompleteEmail"
       FROM preference WHERE user_id = $1 AND NOT deleted`,
    [userId],
  );
  return rows[0] ? PreferenceForm.parse(rows[0]) : defaultPreference(role);
}

/** `/api/preference`: a person's own email preferences. */
export const preferenceRoutes: readonly ApiRoute[] = [
  serveCall(preferences.readPreference, ({ services, session }) => readPreference(services.pool, session)),
  serveCall(preferences.savePreference, async ({ services, session, body }) => {
    await executeOperation(engineOf(services), session, savePreference, body);
    return readPreference(services.pool, session);
  }),
];
