import { ulid } from 'ulid';
import { z } from 'zod';
import { clinicianLicense } from '#db/patients/clinician-license.ts';
import { editLicense } from '#db/patients/edit-license.ts';
import { LicenseForm } from '#db/patients/license-form.ts';
import { markLicenseError } from '#db/patients/mark-license-error.ts';
import { renewLicense } from '#db/patients/renew-license.ts';
import { submitLicense } from '#db/patients/submit-license.ts';
import { verifyLicense } from '#db/patients/verify-license.ts';
import { Id } from '#db/values/id.ts';
import { type ApiCall, type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { listQueryOf } from '#sync-server/services/listing/list-query.ts';
import { readRow } from '#sync-server/services/listing/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';
import { listClinicians, listLicenses, readLicense } from './license-rows.ts';
import { type LicenseOutcome, notifyAboutLicense } from './notify-about-license.ts';

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;
const WithId = z.strictObject({ id: Id });

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

const reviewRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'patch',
    path: '/api/clinician-licenses/:id/verify',
    access: 'clinician-licenses:update',
    params: WithId,
    body: verifyLicense.args.pick({ reason: true }).strict(),
    handler: (call) => {
      const { reason } = call.body;
      return executeOnLicense(
        call,
        verifyLicense,
        { licenseId: call.params.id, reason },
        { kind: 'VERIFIED', reason },
      );
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/clinician-licenses/:id/error',
    access: 'clinician-licenses:update',
    params: WithId,
    body: markLicenseError.args.pick({ reason: true }).strict(),
    handler: (call) => {
      const { reason } = call.body;
      return executeOnLicense(
        call,
        markLicenseError,
        { licenseId: call.params.id, reason },
        { kind: 'PROBLEM', reason },
      );
    },
  }),
];

/** `/api/clinician-licenses`: the clinician's own, those of a clinic, and all for reviewers. */
export const licenseRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/clinician-licenses',
    access: 'clinician-licenses:read',
    query: listQueryOf(clinicianLicense),
    handler: ({ services, session, query }) => listLicenses(services.pool, session, query),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/clinician-licenses/clinicians',
    access: 'clinician-licenses:create',
    handler: ({ services, session }) => listClinicians(services.pool, session),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/clinician-licenses/:id',
    access: 'clinician-licenses:read',
    params: WithId,
    handler: ({ services, session, params }) => readLicense(services.pool, session, params.id),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/clinician-licenses',
    access: 'clinician-licenses:create',
    body: LicenseForm.extend({ userId: Id.optional() }),
    handler: async ({ services, session, body }) => {
      const licenseId = ulid();
      const args = { ...body, userId: body.userId ?? session.userId, licenseId };
      await executeOperation(engineOf(services), session, submitLicense, args);
      return created(await readLicense(services.pool, session, licenseId));
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/clinician-licenses/:id',
    access: 'clinician-licenses:update',
    params: WithId,
    body: LicenseForm.extend({ seenVersion: z.int() }),
    handler: (call) => {
      const { seenVersion, ...form } = call.body;
      return executeOnLicense(call, editLicense, { licenseId: call.params.id, seenVersion, form });
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/clinician-licenses/:id/renew',
    access: 'clinician-licenses:update',
    params: WithId,
    body: renewLicense.args.omit({ licenseId: true }).strict(),
    handler: (call) => executeOnLicense(call, renewLicense, { licenseId: call.params.id, ...call.body }),
  }),
  ...reviewRoutes,
];
