import { ulid } from 'ulid';
import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { approveCompany } from '#db/organizations/approve-company.ts';
import { company } from '#db/organizations/company.ts';
import { AddressForm, CompanyChanges, NewCompany } from '#db/organizations/company-form.ts';
import { createCompany } from '#db/organizations/create-company.ts';
import { holdCompany } from '#db/organizations/hold-company.ts';
import { rejectCompany } from '#db/organizations/reject-company.ts';
import { releaseCompany } from '#db/organizations/release-company.ts';
import { removeAddress } from '#db/organizations/remove-address.ts';
import { requestCompanyVerification } from '#db/organizations/request-company-verification.ts';
import { resubmitCompany } from '#db/organizations/resubmit-company.ts';
import { saveAddress } from '#db/organizations/save-address.ts';
import { setDefaultAddress } from '#db/organizations/set-default-address.ts';
import { updateCompany } from '#db/organizations/update-company.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { campaignRoutes } from './campaign-routes.ts';
import { executeCompanyOperation } from './execute-company-operation.ts';
import { exportCompanies } from './export-companies.ts';
import { listCompanies } from './list-companies.ts';
import type { CompanyNotificationKind } from './notify-about-company.ts';
import { readCompany } from './read-company.ts';
import { readSalesReps } from './sales-reps.ts';

const WithId = z.strictObject({ id: Id });
const WithAddress = z.strictObject({ id: Id, addressId: Id });

/** Declare `PATCH /api/companies/:id/<word>` with a reason. */
const routeWithReason = (
  suffix: string,
  operation: { name: string; version: number; args: typeof holdCompany.args | typeof approveCompany.args },
  notificationKind?: CompanyNotificationKind,
): ApiRoute =>
  jsonRoute({
    method: 'patch',
    path: `/api/companies/:id/${suffix}`,
    access: 'companies:update',
    params: WithId,
    body: operation.args.pick({ reason: true }).strict(),
    handler: (call) =>
      executeCompanyOperation(
        call,
        operation,
        { companyId: call.params.id, reason: call.body.reason },
        notificationKind,
      ),
  });

const addressRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'post',
    path: '/api/companies/:id/addresses',
    access: 'companies:update',
    params: WithId,
    body: AddressForm,
    handler: async (call) => {
      const args = { companyId: call.params.id, addressId: ulid(), address: call.body };
      return created(await executeCompanyOperation(call, saveAddress, args));
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/companies/:id/addresses/:addressId',
    access: 'companies:update',
    params: WithAddress,
    body: AddressForm,
    handler: (call) => {
      const { id: companyId, addressId } = call.params;
      return executeCompanyOperation(call, saveAddress, { companyId, addressId, address: call.body });
    },
  }),
  ...(
    [
      ['remove', removeAddress],
      ['default', setDefaultAddress],
    ] as const
  ).map(([suffix, operation]) =>
    jsonRoute({
      method: 'patch',
      path: `/api/companies/:id/addresses/:addressId/${suffix}`,
      access: 'companies:update',
      params: WithAddress,
      body: z.strictObject({}),
      handler: (call) => {
        const { id: companyId, addressId } = call.params;
        return executeCompanyOperation(call, operation, { companyId, addressId });
      },
    }),
  ),
];

/** `/api/companies`: organizations, or locations on the clinical site. */
export const companyRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/companies',
    access: 'companies:read',
    query: listQueryOf(company),
    handler: ({ services, session, query }) => listCompanies(services.pool, session, query),
  }),
  exportCompanies,
  jsonRoute({
    method: 'get',
    path: '/api/companies/sales-reps',
    access: 'companies:update',
    handler: ({ services, session }) => readSalesReps(services.pool, session),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/companies/:id',
    access: 'companies:read',
    params: WithId,
    handler: ({ services, session, params }) => readCompany(services.pool, session, params.id),
  }),
  jsonRoute({
    method: 'post',
    path: '/api/companies',
    access: 'companies:create',
    body: NewCompany,
    handler: async ({ services, session, body }) => {
      const companyId = ulid();
      await executeOperation(engineOf(services), session, createCompany, { ...body, companyId });
      return created(await readCompany(services.pool, session, companyId));
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/companies/:id',
    access: 'companies:update',
    params: WithId,
    body: CompanyChanges.extend({ seenVersion: z.int() }),
    handler: (call) => {
      const { seenVersion, ...changes } = call.body;
      return executeCompanyOperation(call, updateCompany, {
        companyId: call.params.id,
        seenVersion,
        changes,
      });
    },
  }),
  routeWithReason('hold', holdCompany),
  routeWithReason('release', releaseCompany),
  routeWithReason('request-verification', requestCompanyVerification, 'COMPANY_VERIFICATION_NEEDED'),
  routeWithReason('resubmit', resubmitCompany, 'COMPANY_VERIFICATION_NEEDED'),
  routeWithReason('approve', approveCompany, 'COMPANY_APPROVED'),
  routeWithReason('reject', rejectCompany, 'COMPANY_REJECTED'),
  ...addressRoutes,
  ...campaignRoutes,
];
