import { ulid } from 'ulid';
import type { z } from 'zod';
import * as calls from '#db/api/patients/clinician-licenses.ts';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { editLicense, renewLicense, submitLicense } from '#db/patients/edit-license.ts';
import { markLicenseError, verifyLicense } from '#db/patients/verify-license.ts';
import type { ApiCall, ApiRoute } from '#sync-server/http/api-route.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';
import { listClinicians, listLicenses, readLicense } from './license-rows.ts';
import { type LicenseOutcome, notifyAboutLicense } from './notify-about-license.ts';

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;

/**
 * Execute an operation on a visible license, email the clinician about the result, and return the license.
 */
async function executeOnLicense<Args extends OperationSchema>(
  { services, session }: Call,
  operation: CallableOperation<Args>,
  args: z.input<Args> & { licenseId: string },
  outcome?: LicenseOutcome,
) {
  const { pool } = services;
  await readLicense(pool, session, args.licenseId);
  const row = await readRow(pool, clinicianLicense, args.licenseId, session.entity);
  await executeOperation(engineOf(services), session, operation, args, {}, async (client) => {
    if (outcome) await notifyAboutLicense(client, services, row, outcome);
  });
  return readLicense(pool, session, args.licenseId);
}

/** `/api/clinician-licenses`: the clinician's own, those of a clinic, and all for reviewers. */
export const licenseRoutes: readonly ApiRoute[] = [
  serveCall(calls.listLicenses, ({ services, session, query }) =>
    listLicenses(services.pool, session, query),
  ),
  serveCall(calls.listClinicians, ({ services, session }) => listClinicians(services.pool, session)),
  serveCall(calls.readLicense, ({ services, session, params }) =>
    readLicense(services.pool, session, params.id),
  ),
  serveCall(calls.submitLicense, async ({ services, session, body }) => {
    const licenseId = ulid();
    const args = { ...body, userId: body.userId ?? session.userId, licenseId };
    await executeOperation(engineOf(services), session, submitLicense, args);
    return readLicense(services.pool, session, licenseId);
  }),
  serveCall(calls.updateLicense, (call) => {
    const { seenVersion, ...form } = call.body;
    return executeOnLicense(call, editLicense, { licenseId: call.params.id, seenVersion, form });
  }),
  serveCall(calls.renewLicense, (call) =>
    executeOnLicense(call, renewLicense, { licenseId: call.params.id, ...call.body }),
  ),
  serveCall(calls.verifyLicense, (call) => {
    const { reason } = call.body;
    const args = { licenseId: call.params.id, reason };
    return executeOnLicense(call, verifyLicense, args, { kind: 'VERIFIED', reason });
  }),
  serveCall(calls.markLicenseError, (call) => {
    const { reason } = call.body;
    const args = { licenseId: call.params.id, reason };
    return executeOnLicense(call, markLicenseError, args, { kind: 'PROBLEM', reason });
  }),
];
