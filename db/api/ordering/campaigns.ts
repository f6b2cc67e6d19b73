import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { CampaignForm, CampaignTerms } from '#db/ordering/campaigns/campaign-form.ts';
import { ShownCompany } from '#db/organizations/shown-company.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';

const CampaignId = z.strictObject({ id: Id, campaignId: Id });

export const createCampaign = defineCall({
  id: 'createCampaign',
  method: 'post',
  path: '/api/companies/:id/campaigns',
  access: 'companies:update',
  summary: 'Creates a campaign that an organization pays for.',
  params: z.strictObject({ id: Id }),
  body: CampaignForm,
  answer: ShownCompany,
  status: 201,
});

export const updateCampaign = defineCall({
  id: 'updateCampaign',
  method: 'patch',
  path: '/api/companies/:id/campaigns/:campaignId',
  access: 'companies:update',
  summary: 'Changes the name and the kit fee of a campaign.',
  params: CampaignId,
  body: CampaignTerms,
  answer: ShownCompany,
});

export const endCampaign = defineCall({
  id: 'endCampaign',
  method: 'patch',
  path: '/api/companies/:id/campaigns/:campaignId/end',
  access: 'companies:update',
  summary: 'Ends a campaign, so that no new order uses its code.',
  params: CampaignId,
  body: z.strictObject({ reason: Reason }),
  answer: ShownCompany,
  errors: ['TRANSITION_NOT_ALLOWED'],
});

export const resumeCampaign = defineCall({
  id: 'resumeCampaign',
  method: 'patch',
  path: '/api/companies/:id/campaigns/:campaignId/resume',
  access: 'companies:update',
  summary: 'Resumes an ended campaign.',
  params: CampaignId,
  body: z.strictObject({}),
  answer: ShownCompany,
  errors: ['TRANSITION_NOT_ALLOWED'],
});
