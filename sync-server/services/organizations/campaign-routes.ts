import { ulid } from 'ulid';
import { z } from 'zod';
import { addCampaign } from '#db/ordering/add-campaign.ts';
import { CampaignForm, CampaignTerms } from '#db/ordering/campaign-form.ts';
import { endCampaign } from '#db/ordering/end-campaign.ts';
import { resumeCampaign } from '#db/ordering/resume-campaign.ts';
import { updateCampaign } from '#db/ordering/update-campaign.ts';
import { Id } from '#db/values/id.ts';
import { type ApiRoute, created, jsonRoute } from '#sync-server/http/api-route.ts';
import { executeCompanyOperation } from './execute-company-operation.ts';

const WithCampaign = z.strictObject({ id: Id, campaignId: Id });

/** The campaigns that a company pays for; reading the company includes them. */
export const campaignRoutes: readonly ApiRoute[] = [
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
