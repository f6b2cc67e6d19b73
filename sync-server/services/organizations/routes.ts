import { ulid } from 'ulid';
import { z } from 'zod';
import * as calls from '#db/api/organizations/companies.ts';
import * as addressCalls from '#db/api/organizations/company-addresses.ts';
import { CampaignForm, CampaignTerms } from '#db/ordering/campaigns/campaign-form.ts';
import {
  addCampaign,
  endCampaign,
  resumeCampaign,
  updateCampaign,
} from '#db/ordering/campaigns/campaigns.ts';
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
import { type ServedCall, serveCall } from '#sync-server/http/serve-call.ts';
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

/** Execute an operation that needs a reason on the company of a call. */
const executeWithReason = (
  call: ServedCall<typeof calls.holdCompany>,
  operation: CallableOperation<typeof holdCompany.args>,
  notificationKind?: CompanyNotificationKind,
) =>
  executeCompanyOperation(
    call,
    operation,
    { companyId: call.params.id, reason: call.body.reason },
    notificationKind,
  );

const statusRoutes: readonly ApiRoute[] = [
  serveCall(calls.holdCompany, (call) => executeWithReason(call, holdCompany)),
  serveCall(calls.releaseCompany, (call) => executeWithReason(call, releaseCompany)),
  serveCall(calls.requestCompanyVerification, (call) =>
    executeWithReason(call, requestCompanyVerification, 'COMPANY_VERIFICATION_NEEDED'),
  ),
  serveCall(calls.resubmitCompany, (call) =>
    executeWithReason(call, resubmitCompany, 'COMPANY_VERIFICATION_NEEDED'),
  ),
  serveCall(calls.approveCompany, (call) => {
    const args = { companyId: call.params.id, reason: call.body.reason };
    return executeCompanyOperation(call, approveCompany, args, 'COMPANY_APPROVED');
  }),
  serveCall(calls.rejectCompany, (call) => executeWithReason(call, rejectCompany, 'COMPANY_REJECTED')),
];

const addressRoutes: readonly ApiRoute[] = [
  serveCall(addressCalls.addAddress, (call) => {
    const args = { companyId: call.params.id, addressId: ulid(), address: call.body };
    return executeCompanyOperation(call, saveAddress, args);
  }),
  serveCall(addressCalls.updateAddress, (call) => {
    const { id: companyId, addressId } = call.params;
    return executeCompanyOperation(call, saveAddress, { companyId, addressId, address: call.body });
  }),
  serveCall(addressCalls.removeAddress, (call) => {
    const { id: companyId, addressId } = call.params;
    return executeCompanyOperation(call, removeAddress, { companyId, addressId });
  }),
  serveCall(addressCalls.setDefaultAddress, (call) => {
    const { id: companyId, addressId } = call.params;
    return executeCompanyOperation(call, setDefaultAddress, { companyId, addressId });
  }),
];

/** `/api/companies`: organizations, or locations on the clinical site. */
export const companyRoutes: readonly ApiRoute[] = [
  serveCall(calls.listCompanies, ({ services, session, query }) =>
    listCompanies(services.pool, session, query),
  ),
  exportCompanies,
  serveCall(calls.listSalesReps, ({ services, session }) => readSalesReps(services.pool, session)),
  serveCall(calls.readCompany, ({ services, session, params }) =>
    readCompany(services.pool, session, params.id),
  ),
  serveCall(calls.createCompany, async ({ services, session, body }) => {
    const companyId = ulid();
    await executeOperation(engineOf(services), session, createCompany, { ...body, companyId });
    return readCompany(services.pool, session, companyId);
  }),
  serveCall(calls.updateCompany, (call) => {
    const { seenVersion, ...changes } = call.body;
    return executeCompanyOperation(call, updateCompany, {
      companyId: call.params.id,
      seenVersion,
      changes,
    });
  }),
  ...statusRoutes,
  ...addressRoutes,
  ...campaignRoutes,
];
