import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { keepsCampaigns } from '#db/organizations/company-fields.ts';
import { openCompany } from '#db/organizations/open-company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { assertCampaignTransition, type Campaign, campaign } from './campaign.ts';
import { CampaignForm, CampaignTerms } from './campaign-form.ts';

/** Record the change of a campaign in the history of its sponsor. */
async function recordCampaign(
  tx: Transaction,
  context: OperationContext,
  { code, companyId }: Campaign,
  to: 'added' | 'changed' | 'ended' | 'active again',
  reason: string | null = null,
): Promise<void> {
  await recordEvent(tx, context, {
    type: 'COMPANY_UPDATED',
    targetType: 'Company',
    targetId: companyId,
    data: { campaign: code, to, ...(reason === null ? {} : { reason }) },
    customerVisible: true,
  });
}

/**
 * Return the campaign of an operation; NOT_FOUND when it is not one of this company, FORBIDDEN for roles that
 * manage none.
 */
async function openCampaign(
  tx: Transaction,
  context: OperationContext,
  { companyId, campaignId }: { companyId: string; campaignId: string },
): Promise<Campaign> {
  await openCompany(tx, context, companyId, keepsCampaigns);
  const row = await tx.get(campaign, campaignId);
  if (!row || row.deleted || row.companyId !== companyId) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

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
