import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { keepsCampaigns } from '#db/organizations/company-fields.ts';
import { openCompany } from '#db/organizations/open-company.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Campaign, campaign } from './campaign.ts';

/**
 * Return the campaign of an operation; NOT_FOUND when it is not one of this company, FORBIDDEN for roles that
 * manage none.
 */
export async function openCampaign(
  tx: Transaction,
  context: OperationContext,
  { companyId, campaignId }: { companyId: string; campaignId: string },
): Promise<Campaign> {
  await openCompany(tx, context, companyId, keepsCampaigns);
  const row = await tx.get(campaign, campaignId);
  if (!row || row.deleted || row.companyId !== companyId) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}
