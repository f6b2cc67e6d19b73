import { ulid } from 'ulid';
import { z } from 'zod';
import { listQueryOf } from '#db/api/list-query.ts';
import { CampaignForm, CampaignTerms } from '#db/ordering/campaigns/campaign-form.ts';
import {
  addCampaign,
  endCampaign,
  resumeCampaign,
  updateCampaign,
} from '#db/ordering/campaigns/campaigns.ts';
import { company } from '#db/organizations/company.ts';
import { AddressForm, CompanyChanges, NewCompany } from '#db/organizations/company-form.ts';
import { holdCompany, releaseCompany } from '#db/organizations/hold-company.ts';
import { removeAddress, saveAddress, setDefaultAddress } from '#db/organizations/save-address.ts';
import { createCompany, updateCompany } from '#db/organizations/save-company.ts';
import {
  approveCompany,
  rejectCompany,
  requestCompanyVerification,
  resubmitCompany,
} from '#db/organizations/verify-company.ts';
import { Id } from '#db/values/id.ts';
import { type ApiCall, type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';
import { type CompanyNotificationKind, notifyAboutCompany } from './company-emails.ts';
import { exportCompanies, listCompanies, readSalesReps } from './list-companies.ts';
import { readCompany, requireCompanyInScope } from './read-company.ts';

type Call = Pick<ApiCall<'session'>, 'services' | 'session'>;

/** Execute an operation on a visible company and return the company. */
async function executeCompanyOperation<Args extends OperationSchema>(
  { services, session }: Call,
  operation: CallableOperation<Args>,
  args: z.input<Args> & { companyId: string; reason?: string | null },
  notificationKind?: CompanyNotificationKind,
) {
  const { companyId, reason = null } = args;
  await requireCompanyInScope(services.pool, session, companyId);
  await executeOperation(engineOf(services), session, operation, args, {}, async (client) => {
    if (notificationKind)
      await notifyAboutCompany(client, services, session, { kind: notificationKind, companyId, reason });
  });
  return readCompany(services.pool, session, companyId);
}

const WithCampaign = z.strictObject({ id: Id, campaignId: Id });

/** The campaigns that a company pays for; reading the company includes them. */
const campaignRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'post',
    path: '/api/companies/:id/campaigns',
    access: 'companies:update',
    params: z.strictObject({ id: Id }),
    body: CampaignForm,
    handler: async (call) => {
      const args = { companyId: call.params.id, campaignId: ulid(), campaign: call.body };
      return created(await executeCompanyOperation(call, addCampaign, args));
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/companies/:id/campaigns/:campaignId',
    access: 'companies:update',
    params: WithCampaign,
    body: CampaignTerms,
    handler: (call) => {
      const { id: companyId, campaignId } = call.params;
      return executeCompanyOperation(call, updateCampaign, { companyId, campaignId, terms: call.body });
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/companies/:id/campaigns/:campaignId/end',
    access: 'companies:update',
    params: WithCampaign,
    body: endCampaign.args.pick({ reason: true }).strict(),
    handler: (call) => {
      const { id: companyId, campaignId } = call.params;
      return executeCompanyOperation(call, endCampaign, { companyId, campaignId, reason: call.body.reason });
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/companies/:id/campaigns/:campaignId/resume',
    access: 'companies:update',
    params: WithCampaign,
    body: z.strictObject({}),
    handler: (call) => {
      const { id: companyId, campaignId } = call.params;
      return executeCompanyOperation(call, resumeCampaign, { companyId, campaignId });
    },
  }),
];

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
