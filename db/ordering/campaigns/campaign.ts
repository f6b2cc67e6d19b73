import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { cents, ref, requiredText } from '#db/values/field-types.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** An active campaign accepts orders; the sponsor of an ended one pays for the earlier orders. */
const CAMPAIGN_STATUSES = ['ACTIVE', 'ENDED'] as const;
export const CampaignStatus = z.enum(CAMPAIGN_STATUSES);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** The label, order and tone of each status. */
export const CAMPAIGN_STATUS: Record<CampaignStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  ENDED: { label: 'Ended', rank: 1, tone: 'quiet' },
};

const LIFECYCLE: Lifecycle<CampaignStatus> = { ACTIVE: ['ENDED'], ENDED: ['ACTIVE'] };

/** Refuse a change of a campaign's status that the table does not list. */
export function assertCampaignTransition(from: CampaignStatus, to: CampaignStatus): void {
  if (LIFECYCLE[from].includes(to)) return;
  const text =
    to === 'ENDED'
      ? 'This campaign has ended already.'
      : 'This campaign is active. Nothing has to be resumed.';
  throw refuse('TRANSITION_NOT_ALLOWED', text);
}

/**
 * A sponsored program: orders with its code are free for the orderer, the sponsor's company gets the invoice
 * (domain 8.3).
 */
export const campaign = defineEntity({
  name: 'Campaign',
  table: 'campaign',
  schema: z.object({
    ...tenantFields,
    /** In capitals, unique in a business unit; orders use it. */
    code: requiredText,
    name: requiredText,
    /** The sponsor. */
    companyId: ref,
    status: CampaignStatus,
    /** The sponsor's price of each collection kit; null when kits cost nothing. */
    kitFee: cents.nullable(),
  }),
  indexes: ['code', 'companyId'],
  replica: null,
});
export type Campaign = Row<typeof campaign>;

type InCampaign = Pick<Order, 'orderType' | 'campaignCode' | 'entity'>;

/** Return the campaign of an order, running or ended; undefined for other orders and unknown codes. */
export async function campaignOf(tx: Transaction, row: InCampaign): Promise<Campaign | undefined> {
  if (row.orderType !== 'CAMPAIGN' || row.campaignCode === null) return undefined;
  const campaigns = await tx.find(campaign, { code: row.campaignCode });
  return campaigns.find(({ entity }) => entity === row.entity);
}
