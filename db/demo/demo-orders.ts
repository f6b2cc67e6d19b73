import type { Role } from '../access/roles.ts';
import type { Row } from '../entity.ts';
import type { Actor } from '../operation.ts';
import { order } from '../ordering/order.ts';
import type { OrderStatus } from '../ordering/order-status.ts';
import { shipment } from '../ordering/shipment.ts';
import { specimen } from '../specimens/specimen.ts';
import type { SpecimenStatus } from '../specimens/specimen-status.ts';
import { ENTITY_LETTER } from '../values/business-entity.ts';
import { wellAt } from '../values/plate-well.ts';
import { putBarcode } from './demo-inventory.ts';
import { type OrderDates, orderDates } from './demo-order-dates.ts';
import { placeOf } from './demo-organizations.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoService } from './demo-services.ts';
import type { DemoWorld } from './demo-world.ts';

type Order = Row<typeof order>;

/** An order of the demo lab before anything has been received. */
export interface DemoOrder {
  order: Order;
  specimens: readonly Row<typeof specimen>[];
  service: DemoService;
  dates: OrderDates;
  /** The letter of the customer that ordered. */
  letter: string;
}

interface Recipe {
  status: OrderStatus;
  /** How many tubes or wells each order of this status has: one order for each number. */
  sizes: readonly number[];
  specimenStatus: SpecimenStatus;
}

/** 40 orders, every status at least once. */
const RECIPES: readonly Recipe[] = [
  { status: 'DRAFT', sizes: [3, 8], specimenStatus: 'DRAFT' },
  { status: 'PENDING_APPROVAL', sizes: [6, 12], specimenStatus: 'PENDING_APPROVAL' },
  { status: 'PO_UNDER_REVIEW', sizes: [5, 9], specimenStatus: 'PENDING_APPROVAL' },
  { status: 'ANTICIPATED', sizes: [0], specimenStatus: 'ORDERED' },
  { status: 'ORDERED', sizes: [4, 10, 12, 6], specimenStatus: 'ORDERED' },
  { status: 'SHIPPED', sizes: [8, 12, 96, 5, 24, 10], specimenStatus: 'SHIPPED' },
  { status: 'CANCELED', sizes: [4, 2], specimenStatus: 'CANCELED' },
  { status: 'QUARANTINED', sizes: [3], specimenStatus: 'RECEIVED_QUARANTINED' },
  { status: 'RECEIVED', sizes: [12, 8, 16, 6, 10, 20], specimenStatus: 'RECEIVED' },
  { status: 'ON_HOLD', sizes: [5], specimenStatus: 'RECEIVED_ON_HOLD' },
  { status: 'PROCESSING', sizes: [24, 12, 16, 10, 8], specimenStatus: 'RECEIVED' },
  { status: 'PENDING_COMPLETION', sizes: [8, 6], specimenStatus: 'COMPLETED' },
  { status: 'COMPLETED', sizes: [48, 40, 32, 24, 36, 30], specimenStatus: 'IN_STORAGE' },
];

const NOT_YET_ACCEPTED: readonly OrderStatus[] = [
  'DRAFT',
  'PENDING_APPROVAL',
  'PO_UNDER_REVIEW',
  'ANTICIPATED',
];
const ORDERERS: Record<string, Role> = {
  N: 'COMPANY_MANAGER',
  L: 'INSTITUTION_MANAGER',
  H: 'CLINICAL_MANAGER',
};
/** Who orders for the customer with that letter. */
export const ordererOf = (demo: DemoWorld, letter: string): Actor =>
  demo.actor(ORDERERS[letter] ?? 'COMPANY_MANAGER');

/** Puts the demo's orders with their specimens and inbound shipments; `share` below 1 makes a smaller lab. */
export function putOrders(
  demo: DemoWorld,
  companies: DemoCompanies,
  services: readonly DemoService[],
  share: number,
): readonly DemoOrder[] {
  const orders: DemoOrder[] = [];
  for (const recipe of RECIPES) {
    const sizes = recipe.sizes.slice(0, Math.max(1, Math.round(recipe.sizes.length * share)));
    for (const [nth, size] of sizes.entries())
      orders.push(putOrder(demo, companies, services, { recipe, size, nth, index: orders.length }));
  }
  return orders;
}

function putOrder(
  demo: DemoWorld,
  companies: DemoCompanies,
  services: readonly DemoService[],
  { recipe, size, nth, index }: { recipe: Recipe; size: number; nth: number; index: number },
): DemoOrder {
  const dates = orderDates(recipe.status, index, nth);
  const isPlate = size >= 24 && recipe.status !== 'COMPLETED' && recipe.status !== 'PROCESSING';
  const service = services[isPlate ? 3 : index % 3];
  const customer = companies.customers[index % companies.customers.length];
  if (!service || !customer) throw new Error('The demo lab needs services and customers first.');
  const row = putOrderRow(demo, { recipe, size, index, isPlate, service, customer, dates });
  putBarcode(demo, row.orderNumber, 'ORDER', row.id);
  const specimens = Array.from({ length: size }, (_, place) =>
    putSpecimen(demo, { row, recipe, service, place, isPlate, letter: customer.letter }),
  );
  if (row.trackingNumber) putShipment(demo, row, dates);
  return {
    order: row,
    specimens,
    service,
    dates,
    letter: customer.letter,
  };
}

interface OrderParts {
  recipe: Recipe;
  size: number;
  index: number;
  isPlate: boolean;
  service: DemoService;
  customer: DemoCompanies['customers'][number];
  dates: OrderDates;
}

function putOrderRow(
  demo: DemoWorld,
  { recipe, size, index, isPlate, service, customer, dates }: OrderParts,
): Order {
  const number = `${ENTITY_LETTER[demo.entity]}-${String(101 + index).padStart(6, '0')}`;
  const submitted = !NOT_YET_ACCEPTED.includes(recipe.status);
  const onTheWay = submitted && recipe.status !== 'ORDERED' && recipe.status !== 'CANCELED';
  const byPurchaseOrder = index % 3 === 0 || recipe.status === 'PO_UNDER_REVIEW';
  const billed = recipe.status === 'COMPLETED' ? 'BILLED' : submitted ? 'SERVICE_IN_PROGRESS' : 'PENDING';
  const paymentStatus = recipe.status === 'CANCELED' ? 'CANCELED' : billed;
  return demo.put(
    order,
    {
      id: demo.id(),
      status: recipe.status,
      companyId: customer.id,
      paymentStatus,
      shipmentStatus: onTheWay ? (recipe.status === 'SHIPPED' ? 'IN_TRANSIT' : 'RECEIVED') : 'NOT_STARTED',
      trackingNumber: onTheWay ? `1Z999AA1${String(20_260_000 + index)}` : null,
      carrier: onTheWay ? 'UPS' : null,
      total: service.price * size,
      subtotal: service.price * size,
      pricePerSpecimen: service.price,
      discountPerSpecimen: 0,
      orderType: byPurchaseOrder ? 'PURCHASE_ORDER' : 'SALES_ORDER',
      orderClassification: 'STANDARD',
      projectedSpecimenCount: size || 20,
      packageType: isPlate ? 'PLATE' : 'TUBE',
      postSequenceOption: index % 4 === 0 ? 'DESTROY' : 'STORE',
      billingVerifiedPurchaseOrder: byPurchaseOrder && (submitted || recipe.status === 'PENDING_APPROVAL'),
      orderNumber: number,
      protocolId: service.protocolId,
      createdByUserId: ordererOf(demo, customer.letter).userId,
      purchaseOrderNumber: byPurchaseOrder ? `PO-${7000 + index}` : null,
      submittedAt: recipe.status === 'DRAFT' ? null : demo.ago(dates.submitted),
      // A sold order needs nobody's approval.
      approvedAt: submitted && byPurchaseOrder ? demo.ago(dates.approved) : null,
      approvedById: submitted && byPurchaseOrder ? demo.actor('BILLING_MANAGER').userId : null,
      canceledAt: recipe.status === 'CANCELED' ? demo.ago(20) : null,
      cancelReason: recipe.status === 'CANCELED' ? 'The study was stopped.' : null,
      holdReason: recipe.status === 'ON_HOLD' ? 'Waiting for the revised purchase order.' : null,
      heldFromStatus: recipe.status === 'ON_HOLD' ? 'RECEIVED' : null,
      completedAt: recipe.status === 'COMPLETED' ? demo.ago(dates.closed) : null,
      billingAddress: placeOf(index),
      shippingAddress: placeOf(index),
      plateCount: isPlate ? 1 : null,
      packageCount: 1,
    },
    demo.ago(dates.created),
  );
}

interface SpecimenParts {
  row: Order;
  recipe: Recipe;
  service: DemoService;
  place: number;
  isPlate: boolean;
  letter: string;
}

function putSpecimen(demo: DemoWorld, { row, recipe, service, place, isPlate, letter }: SpecimenParts) {
  const number = String(place + 1).padStart(3, '0');
  const fromDna = isPlate || (service.fromDna && service.specimenTypes.includes('NUCLEIC_ACID'));
  return demo.put(
    specimen,
    {
      id: demo.id(),
      protocolId: row.protocolId,
      status: recipe.specimenStatus,
      requisitionNumber: `${row.orderNumber}-${number}`,
      shipmentPlateLocation: isPlate ? (wellAt(place + 1) ?? null) : null,
      shipmentPlateNumber: isPlate ? 1 : null,
      shipmentPlateBarcode: isPlate ? `${letter}P${row.orderNumber.replace('-', '')}` : null,
      tubeBarcode: isPlate ? null : `${letter}T${row.orderNumber.slice(-4)}${number}`,
      patientMrn:
        demo.entity === 'RESONANT' ? `MRN${100_000 + Number(row.orderNumber.slice(2)) * 100 + place}` : null,
      collectedAt: demo.entity === 'RESONANT' ? collectedAt(row) : null,
      providedSourceSpecies: 'HOMO_SAPIENS',
      providedSpecimenType: fromDna ? 'NUCLEIC_ACID' : (service.specimenTypes[0] ?? 'OTHER'),
      providedDnaType: fromDna ? 'GDNA' : null,
      providedConcentration: fromDna ? String(20 + ((place * 7) % 60)) : null,
      providedVolume: fromDna ? '60' : '500',
      salesPrice: row.pricePerSpecimen,
      paidFor: false,
      extractedNucleicAcids: fromDna,
      isDataDownloaded: false,
      failedBatchCount: 0,
      orderId: row.id,
      orderRow: place + 1,
      customerSampleId: `${letter}-${row.orderNumber.slice(-3)}-${number}`,
      billable: true,
    },
    row.createdAt,
  );
}

/** What is ordered for was collected the day before. */
const collectedAt = ({ createdAt }: Order): string =>
  new Date(Date.parse(createdAt) - 86_400_000).toISOString();

function putShipment(demo: DemoWorld, row: Order, dates: OrderDates): void {
  const underWay = row.shipmentStatus === 'IN_TRANSIT';
  demo.put(
    shipment,
    {
      id: demo.id(),
      orderId: row.id,
      direction: 'INBOUND',
      status: row.shipmentStatus,
      carrier: row.carrier,
      trackingNumber: row.trackingNumber,
      packageCount: row.packageCount,
      temperature: 'FROZEN',
      estimatedDelivery: underWay ? demo.day(1) : null,
      lastEventAt: demo.ago(underWay ? dates.shipped : dates.received),
    },
    demo.ago(dates.approved),
  );
}
