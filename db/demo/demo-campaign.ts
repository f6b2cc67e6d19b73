import { campaign } from '../ordering/campaign.ts';
import { order } from '../ordering/order.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoWorld } from './demo-world.ts';

const CODE = 'SPRING-26';

/** Puts a campaign of one customer, by which another has placed an order that is in work. */
export function putCampaign(demo: DemoWorld, { customers }: DemoCompanies): void {
  const [, orderer, sponsor] = customers;
  if (!orderer || !sponsor) return;
  demo.put(campaign, {
    id: demo.id(),
    code: CODE,
    name: 'Spring reference genomes',
    companyId: sponsor.id,
    status: 'ACTIVE',
  });
  const [row] = demo.world.where(order, { companyId: orderer.id, status: 'PROCESSING' });
  if (!row) return;
  const ordered = { orderType: 'CAMPAIGN', campaignCode: CODE, purchaseOrderNumber: null, total: 0 } as const;
  demo.world.put(order, { ...row, ...ordered });
}
