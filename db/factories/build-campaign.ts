import { type Campaign, campaign } from '#db/ordering/campaign.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a campaign whose code orders can use. */
export function buildCampaign(overrides: Partial<Campaign> = {}): Campaign {
  const number = nextNumber('campaign');
  return buildRow(
    campaign,
    {
      id: `campaign-${number}`,
      code: `SPRING-${number}`,
      name: `Spring screening ${number}`,
      companyId: 'company-1',
      status: 'ACTIVE',
      kitFee: null,
    },
    overrides,
  );
}
