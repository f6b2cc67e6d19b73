import { ulid } from 'ulid';
import { z } from 'zod';
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
import { listQueryOf } from '#sync-server/services/listing/list-query.ts';
import { actOnServer } from '#sync-server/sync/act-on-server.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { actOnCompany } from './act-on-company.ts';
import { campaignRoutes } from './campaign-routes.ts';
import { exportCompanies } from './export-companies.ts';
import { listCompanies } from './list-companies.ts';
import { readCompany } from './read-company.ts';
import { readSalesReps } from './sales-reps.ts';
import type { CompanyNewsKind } from './tell-about-company.ts';

const WithId = z.strictObject({ id: Id });
const WithAddress = z.strictObject({ id: Id, addressId: Id });

/** `PATCH /api/companies/:id/<word>` with a reason. */
const actWithReason = (
  word: string,
  operation: { name: string; version: number; args: typeof holdCompany.args | typeof approveCompany.args },
  news?: CompanyNewsKind,
): ApiRoute =>
  jsonRoute({
    method: 'patch',
    path: `/api/companies/:id/${word}`,
    access: 'companies:update',
    params: WithId,
    body: operation.args.pick({ reason: true }).strict(),
    handler: (call) =>
      actOnCompany(call, operation, { companyId: call.params.id, reason: call.body.reason }, news),
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
      return created(await actOnCompany(call, saveAddress, args));
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
      return actOnCompany(call, saveAddress, { companyId, addressId, address: call.body });
    },
  }),
  ...(
    [
      ['remove', removeAddress],
      ['default', setDefaultAddress],
    ] as const
  ).map(([word, operation]) =>
    jsonRoute({
      method: 'patch',
      path: `/api/companies/:id/addresses/:addressId/${word}`,
      access: 'companies:update',
      params: WithAddress,
      body: z.strictObject({}),
      handler: (call) => {
        const { id: companyId, addressId } = call.params;
        return actOnCompany(call, operation, { companyId, addressId });
      },
    }),
  ),
];

/** `/api/companies`: organizations, or locations as clinics call them. */
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
      await actOnServer(engineOf(services), session, createCompany, { ...body, companyId });
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
      return actOnCompany(call, updateCompany, { companyId: call.params.id, seenVersion, changes });
    },
  }),
  actWithReason('hold', holdCompany),
  actWithReason('release', releaseCompany),
  actWithReason('request-verification', requestCompanyVerification, 'COMPANY_VERIFICATION_NEEDED'),
  actWithReason('resubmit', resubmitCompany, 'COMPANY_VERIFICATION_NEEDED'),
  actWithReason('approve', approveCompany, 'COMPANY_APPROVED'),
  actWithReason('reject', rejectCompany, 'COMPANY_REJECTED'),
  ...addressRoutes,
  ...campaignRoutes,
];
