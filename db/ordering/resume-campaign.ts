import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { campaign } from './campaign.ts';
import { assertCampaignTransition } from './campaign-status.ts';
import { openCampaign } from './open-campaign.ts';
import { recordCampaign } from './record-campaign.ts';

/** Resume an ended campaign: it accepts orders again. */
export const resumeCampaign = defineOperation({
  name: 'resume-campaign',
  version: 1,
  kind: 'intent',
  title: 'Resume campaign',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, campaignId: Id }),
  subjects: ({ companyId, campaignId }) => [companyId, campaignId],
  async run(tx, campaignRef, context) {
    const row = await openCampaign(tx, context, campaignRef);
    assertCampaignTransition(row.status, 'ACTIVE');
    const resumed = await tx.patch(campaign, row.id, { status: 'ACTIVE' });
    await recordCampaign(tx, context, resumed, 'active again');
    return applied;
  },
});
