import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import * as calls from '#db/api/patients/patients.ts';
import { AppError } from '#db/errors/app-error.ts';
import { archivePatient, editPatient, enterPatient, restorePatient } from '#db/patients/edit-patient.ts';
import { logAccess, readSignInRequest, type SignInRequest } from '#sync-server/auth/account-log.ts';
import { serveAccountCall } from '#sync-server/auth/accounts/account-route.ts';
import type { ApiRoute } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-access.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { readPatient, searchPatients } from './patient-rows.ts';

/** Log each reading of a patient in the access log before the response. */
async function noteViews(pool: Pool, session: Session, from: SignInRequest, ids: readonly string[]) {
  for (const id of ids) await logAccess(pool, session, 'VIEW_PATIENT', from, { type: 'Patient', id });
}

const WORK = `SELECT 1 FROM specimen WHERE patient_id = $1 AND NOT deleted
  AND status NOT IN ('COMPLETED', 'IN_STORAGE', 'CANCELED') LIMIT 1`;
const CARRYING_SPECIMENS = `SELECT 1 FROM specimen s JOIN patient p ON p.id = s.patient_id
  WHERE p.id = $1 AND NOT s.deleted AND s.patient_mrn <> p.medical_record_number LIMIT 1`;

/**
 * Undo the operation if specimens prevent it; checked in its own transaction, so that none can be added
 * meanwhile.
 */
const unlessFound = (text: string, id: string, message: string) => async (client: ClientBase) => {
  if ((await client.query(text, [id])).rowCount) throw new AppError('SPECIMENS_EXIST', message);
};

/** `/api/patients`: those of a location and its medical group, read with a line in the access log for each. */
export const patientRoutes: readonly ApiRoute[] = [
  serveAccountCall(calls.searchPatients, {
    limits: ({ userId }) => [{ key: `patients|${userId}`, limit: 300, minutes: 5 }],
    handler: async ({ services, session, body, from }) => {
      requirePermission(session, 'PATIENTS_VIEW');
      const page = await searchPatients(services.pool, session, body);
      const ids = page.rows.map(({ id }) => id);
      await noteViews(services.pool, session, from, ids);
      return page;
    },
  }),
  serveCall(calls.readPatient, async ({ services, session, entity, params }, request, response) => {
    requirePermission(session, 'PATIENTS_VIEW');
    const patientView = await readPatient(services.pool, session, params.id);
    await noteViews(services.pool, session, readSignInRequest(request, entity), [params.id]);
    response.setHeader('Cache-Control', 'no-store');
    return patientView;
  }),
  serveCall(calls.createPatient, async ({ services, session, body }) => {
    requirePermission(session, 'PATIENTS_EDIT');
    const patientId = ulid();
    await executeOperation(engineOf(services), session, enterPatient, { ...body, patientId });
    return { id: patientId };
  }),
  serveCall(calls.updatePatient, async ({ services, session, params: { id }, body }) => {
    requirePermission(session, 'PATIENTS_EDIT');
    const guard = unlessFound(
      CARRYING_SPECIMENS,
      id,
      'Specimens carry this record number already, so it stays as it is. Correct the other details only.',
    );
    await executeOperation(engineOf(services), session, editPatient, { ...body, patientId: id }, {}, guard);
    return { id };
  }),
  serveCall(calls.archivePatient, async ({ services, session, params: { id }, body }) => {
    requirePermission(session, 'PATIENTS_EDIT');
    const guard = unlessFound(
      WORK,
      id,
      'Specimens of this patient are still in work. Archive the patient when they are done.',
    );
    await executeOperation(
      engineOf(services),
      session,
      archivePatient,
      { ...body, patientId: id },
      {},
      guard,
    );
    return { id };
  }),
  serveCall(calls.restorePatient, async ({ services, session, params: { id }, body }) => {
    requirePermission(session, 'PATIENTS_EDIT');
    await executeOperation(engineOf(services), session, restorePatient, { ...body, patientId: id });
    return { id };
  }),
];
