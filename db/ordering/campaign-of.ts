import type { Transaction } from '#db/transaction.ts';
import { type Campaign, campaign } from './campaign.ts';
import type { Order } from './order.ts';

type InCampaign = Pick<Order, 'orderType' | 'campaignCode' | 'entity'>;

/** Return the campaign of an order, running or ended; undefined for other orders and unknown codes. */
export async function campaignOf(tx: Transaction, row: InCampaign): Promise<Campaign | undefined> {
  if (row.orderType !== 'CAMPAIGN' || row.campaignCode === null) return undefined;
  const campaigns = await tx.find(campaign, { code: row.campaignCode });
  return campaigns.find(({ entity }) => entity === row.entity);
}
