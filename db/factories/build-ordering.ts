import { type OrderApproval, orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { type Campaign, campaign } from '#db/ordering/campaigns/campaign.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { ManifestContext } from '#db/ordering/manifest/manifest-context.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { type OrderSequence, orderSequence } from '#db/ordering/orders/order-number.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { type Service, service } from '#db/ordering/services/service.ts';
import { type Shipment, shipment } from '#db/ordering/shipments/shipment.ts';
import { buildProtocol } from './build-protocols.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a paid order of tubes that has been shipped and is expected. */
export function buildOrder(overrides: Partial<Order> = {}): Order {
  const number = nextNumber('order');
  return buildRow(
    order,
    {
      id: `order-${number}`,
      status: 'SHIPPED',
      companyId: 'company-1',
      paymentStatus: 'SERVICE_IN_PROGRESS',
      shipmentStatus: 'IN_TRANSIT',
      trackingNumber: `1Z${String(number).padStart(8, '0')}`,
      total: 100_000,
      subtotal: 100_000,
      pricePerSpecimen: 25_000,
      discountPerSpecimen: 0,
      orderType: 'PURCHASE_ORDER',
      orderClassification: 'STANDARD',
      projectedSpecimenCount: 4,
      packageType: 'TUBE',
      postSequenceOption: 'STORE',
      billingVerifiedPurchaseOrder: true,
      orderNumber: `W-${String(number).padStart(6, '0')}`,
      protocolId: 'protocol-1',
      createdByUserId: 'user-customer',
      submittedAt: '2026-11-10T15:00:00.000Z',
      billingAddress: {
        line1: '12 Harbor Street',
        city: 'Portland',
        state: 'OR',
        postalCode: '97201',
        country: 'US',
      },
      packageCount: 1,
    },
    overrides,
  );
}

/** Build a purchase order that waits for billing. */
export function buildOrderApproval(overrides: Partial<OrderApproval> = {}): OrderApproval {
  const number = nextNumber('approval');
  return buildRow(
    orderApproval,
    {
      id: `approval-${number}`,
      orderId: 'order-1',
      kind: 'PURCHASE_ORDER',
      status: 'OPEN',
      detail: {},
    },
    overrides,
  );
}

/** Build an order sequence of which a hundred numbers were assigned. */
export function buildOrderSequence(overrides: Partial<OrderSequence> = {}): OrderSequence {
  const number = nextNumber('order-sequence');
  return buildRow(
    orderSequence,
    {
      id: `order-sequence-${number}`,
      last: 100,
    },
    overrides,
  );
}

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

/** Build a service on sale. */
export function buildService(overrides: Partial<Service> = {}): Service {
  const number = nextNumber('service');
  return buildRow(
    service,
    {
      id: `service-${number}`,
      protocolId: `protocol-${number}`,
      name: 'Human whole genome',
      slug: `human-whole-genome-${number}`,
      summary: 'A human genome at 30x.',
      status: 'LIVE',
      packageTypes: ['TUBE', 'PLATE'],
      minSpecimens: 1,
      deliverables: ['ALIGNED_BAM', 'REPORT'],
      clinical: false,
    },
    overrides,
  );
}

/** Build a package on its way to the lab. */
export const buildShipment = (overrides: Partial<Shipment> = {}): Shipment =>
  buildRow(
    shipment,
    {
      id: `shipment-${nextNumber('shipment')}`,
      orderId: 'order-1',
      direction: 'INBOUND',
      status: 'IN_TRANSIT',
      trackingNumber: '1Z00000001',
    },
    overrides,
  );

/**
 * Build an order of tubes of a research service that takes human blood and DNA, checked on 21 November 2026.
 */
export const buildManifestContext = (overrides: Partial<ManifestContext> = {}): ManifestContext => ({
  protocol: buildProtocol(),
  packageType: 'TUBE',
  clinical: false,
  now: '2026-11-21T12:00:00.000Z',
  timeZone: 'America/New_York',
  patients: new Map(),
  clinicians: new Map(),
  requisitionsInUse: new Set(),
  staying: [],
  earlier: new Map(),
  ...overrides,
});

/** Return lines of text as rows of a sheet, cells separated by bars, numbered from 1. */
export const sheetOf = (...lines: string[]) =>
  lines.map((line, index) => ({ row: index + 1, cells: line === '' ? [] : line.split('|') }));

/** Build an order as its page receives it, for tests. */
export const shownOrder = (overrides: Partial<ShownOrder> = {}): ShownOrder => ({
  ...buildOrder({ id: 'order-1', orderNumber: 'W-000123' }),
  companyName: 'Northfield Biotech',
  serviceName: 'Genome',
  projectName: null,
  createdByName: 'Casey Reed',
  specimenCount: 4,
  receivedCount: 0,
  companyStatus: 'ACTIVE',
  specimens: [],
  repeats: {},
  figures: {},
  shipments: [],
  adjustments: [],
  bill: null,
  invoices: null,
  approvals: [],
  dataUse: null,
  attestation: null,
  history: [],
  source: null,
  continuedBy: [],
  continuations: [],
  actions: [],
  ...overrides,
});

/** Build a draft as the wizard receives it, for tests. */
export const shownDraft = (overrides: Partial<ShownDraft> = {}): ShownDraft => ({
  order: buildOrder({ id: 'draft-1', status: 'DRAFT', packageType: 'TUBE' }),
  company: { id: 'company-1', name: 'Northfield Biotech', orderApprovalRequired: false },
  service: buildService({ clinical: false }),
  protocol: buildProtocol({ clinical: false }),
  requisitions: [],
  written: {},
  clinicians: [],
  defaultPhysician: null,
  dataUse: null,
  attestation: null,
  projects: [],
  offeredOrderTypes: ['ONLINE'],
  source: null,
  payment: { kept: 0, lastTry: null },
  quote: {
    count: 1,
    pricePerSpecimen: 100,
    discountPerSpecimen: 0,
    unit: 100,
    problem: null,
    price: null,
    totals: { subtotal: 100, discount: 0, fees: 0, total: 100, adjustments: [] },
  },
  problems: [],
  ...overrides,
});
