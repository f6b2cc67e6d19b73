import { z } from 'zod';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { campaign } from './campaign.ts';
import { CampaignTerms } from './campaign-form.ts';
import { openCampaign } from './open-campaign.ts';
import { recordCampaign } from './record-campaign.ts';

/**
 * Change the name and kit fee of a campaign for new orders: submitted orders keep the agreed fee. The code
 * stays, because orders use it.
 */
export const updateCampaign = defineOperation({
  name: 'update-campaign',
  version: 1,
  kind: 'intent',
  title: 'Change campaign',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, campaignId: Id, terms: CampaignTerms }),
  subjects: ({ companyId, campaignId }) => [companyId, campaignId],
  async run(tx, { terms: { name, kitFee }, ...campaignRef }, context) {
    const row = await openCampaign(tx, context, campaignRef);
    if (row.name === name && row.kitFee === kitFee) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    const changed = await tx.patch(campaign, row.id, { name, kitFee });
    await recordCampaign(tx, context, changed, 'changed');
    return applied;
  },
});
