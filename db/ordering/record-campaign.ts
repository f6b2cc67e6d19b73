import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Campaign } from './campaign.ts';

/** The history of the sponsor says what became of its campaign. */
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
