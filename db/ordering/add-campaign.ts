import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { keepsCampaigns } from '#db/organizations/company-fields.ts';
import { openCompany } from '#db/organizations/open-company.ts';
import { Id } from '#db/values/id.ts';
import { campaign } from './campaign.ts';
import { CampaignForm } from './campaign-form.ts';
import { recordCampaign } from './record-campaign.ts';

/** Add a campaign that a company pays for: orders can use its code from now on (domain 8.3). */
export const addCampaign = defineOperation({
  name: 'add-campaign',
  version: 1,
  kind: 'intent',
  title: 'Add campaign',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, campaignId: Id, campaign: CampaignForm }),
  subjects: ({ companyId, campaignId }) => [companyId, campaignId],
  async run(tx, { companyId, campaignId, campaign: campaignInput }, context) {
    await openCompany(tx, context, companyId, keepsCampaigns);
    const { entity } = context.actor;
    const isCodeUsed = (await tx.find(campaign, { code: campaignInput.code })).some(
      (one) => one.entity === entity,
    );
    if (isCodeUsed || (await tx.get(campaign, campaignId)))
      throw refuse(
        'CONFLICT',
        `The code ${campaignInput.code} is taken by another campaign. Choose another.`,
      );
    const added = await tx.insert(campaign, {
      id: campaignId,
      companyId,
      ...campaignInput,
      status: 'ACTIVE',
    });
    await recordCampaign(tx, context, added, 'added');
    return applied;
  },
});
