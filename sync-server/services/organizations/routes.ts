import { ulid } from 'ulid';
import type { z } from 'zod';
import * as campaignCalls from '#db/api/ordering/campaigns.ts';
import * as calls from '#db/api/organizations/companies.ts';
import * as addressCalls from '#db/api/organizations/company-addresses.ts';
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
import type { ApiCall, ApiRoute } from '#sync-server/http/api-route.ts';
import { type ServedCall, serveCall } from '#sync-server/http/serve-call.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import {
  type CallableOperation,
  executeOperation,
  type OperationSchema,
} from '#sync-server/sync/execute-operation.ts';
import { type CompanyNotificationKind, notifyAboutCompany } from './company-emails.ts';
import { countCompanies, exportCompanies, listCompanies, readSalesReps } from './list-companies.ts';
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

/** The campaigns that a company pays for; reading the company includes them. */
const campaignRoutes: readonly ApiRoute[] = [
  serveCall(campaignCalls.createCampaign, (call) => {
    const args = { companyId: call.params.id, campaignId: ulid(), campaign: call.body };
    return executeCompanyOperation(call, addCampaign, args);
  }),
  serveCall(campaignCalls.updateCampaign, (call) => {
    const { id: companyId, campaignId } = call.params;
    return executeCompanyOperation(call, updateCampaign, { companyId, campaignId, terms: call.body });
  }),
  serveCall(campaignCalls.endCampaign, (call) => {
    const { id: companyId, campaignId } = call.params;
    return executeCompanyOperation(call, endCampaign, { companyId, campaignId, reason: call.body.reason });
  }),
  serveCall(campaignCalls.resumeCampaign, (call) => {
    const { id: companyId, campaignId } = call.params;
    return executeCompanyOperation(call, resumeCampaign, { companyId, campaignId });
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
  serveCall(calls.countCompanies, ({ services, session }) => countCompanies(services.pool, session)),
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
