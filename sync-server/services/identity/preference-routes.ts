import type { Pool } from 'pg';
import { defaultPreference, PreferenceForm } from '#db/identity/preference-form.ts';
import { savePreference } from '#db/identity/save-preference.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

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
  jsonRoute({
    method: 'get',
    path: '/api/preference',
    access: 'preference:read',
    handler: ({ services, session }) => readPreference(services.pool, session),
  }),
  jsonRoute({
    method: 'put',
    path: '/api/preference',
    access: 'preference:update',
    body: PreferenceForm,
    handler: async ({ services, session, body }) => {
      await executeOperation(engineOf(services), session, savePreference, body);
      return readPreference(services.pool, session);
    },
  }),
];
