import { campaign } from '#db/ordering/campaigns/campaign.ts';
import { order } from '#db/ordering/orders/order.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoWorld } from './demo-world.ts';

const CODE = 'SPRING-26';

const KITS = 12;
/** An order by a campaign's code has no purchase order to verify. */
const WITHOUT_PURCHASE_ORDER = {
  purchaseOrderNumber: null,
  billingVerifiedPurchaseOrder: false,
  approvedAt: null,
  approvedById: null,
} as const;

/** Insert an order whose specimens are still to be collected, with kits that the lab has to send. */
function putKits(demo: DemoWorld): void {
  const [row] = demo.select(order, { status: 'ANTICIPATED' });
  if (!row) return;
  demo.world.putRow(order, {
    ...row,
    orderType: 'CAMPAIGN',
    campaignCode: CODE,
    ...WITHOUT_PURCHASE_ORDER,
    // An unnamed specimen counts at the price of one; the sponsor pays it.
    subtotal: row.pricePerSpecimen * KITS,
    total: 0,
    projectedSpecimenCount: KITS,
    kitCount: KITS,
    kitTemperature: 'REFRIGERATED',
  });
  demo.putRow(
    shipment,
    {
      id: demo.id(),
      orderId: row.id,
      direction: 'KIT_OUT',
      status: 'NOT_STARTED',
      packageCount: 1,
      temperature: 'REFRIGERATED',
    },
    row.submittedAt ?? row.createdAt,
  );
}

/**
 * Insert a campaign of one customer whose manager reads invoices on both sites. Another customer has placed
 * an order in it that is in work, and one that waits for its kits.
 */
export function putCampaign(demo: DemoWorld, { customers }: DemoCompanies): void {
  const [, sponsor, orderer] = customers;
  if (!orderer || !sponsor) return;
  demo.putRow(campaign, {
    id: demo.id(),
    code: CODE,
    name: 'Spring reference genomes',
    companyId: sponsor.id,
    status: 'ACTIVE',
  });
  putKits(demo);
  const [row] = demo.select(order, { companyId: orderer.id, status: 'PROCESSING' });
  if (!row) return;
  const ordered = { orderType: 'CAMPAIGN', campaignCode: CODE, total: 0 } as const;
  demo.world.putRow(order, { ...row, ...WITHOUT_PURCHASE_ORDER, ...ordered });
}
