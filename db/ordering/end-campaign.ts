import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { campaign } from './campaign.ts';
import { assertCampaignTransition } from './campaign-status.ts';
import { openCampaign } from './open-campaign.ts';
import { recordCampaign } from './record-campaign.ts';

/** End a campaign: it accepts no more orders, and its sponsor pays for the earlier ones. */
export const endCampaign = defineOperation({
  name: 'end-campaign',
  version: 1,
  kind: 'intent',
  title: 'End campaign',
  grant: 'companies:update',
  args: z.strictObject({ companyId: Id, campaignId: Id, reason: Reason }),
  subjects: ({ companyId, campaignId }) => [companyId, campaignId],
  async run(tx, { reason, ...campaignRef }, context) {
    const row = await openCampaign(tx, context, campaignRef);
    assertCampaignTransition(row.status, 'ENDED');
    const endedCampaign = await tx.patch(campaign, row.id, { status: 'ENDED' });
    await recordCampaign(tx, context, endedCampaign, 'ended', reason);
    return applied;
  },
});
