import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Campaign } from './campaign.ts';

/** Record the change of a campaign in the history of its sponsor. */
export async function recordCampaign(
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
