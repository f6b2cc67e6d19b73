import type { Role } from '#db/access/roles.ts';
import type { Row } from '#db/entity.ts';
import type { Actor } from '#db/operation.ts';
import { requisitionOf, requisitionPrefix } from '#db/ordering/manifest/requisition-number.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { ENTITY_LETTER } from '#db/values/business-entity.ts';
import { wellAt } from '#db/values/plate-well.ts';
import { placeOf } from './demo-customers.ts';
import { putBarcode } from './demo-inventory.ts';
import { type OrderDates, type PlannedOrder, planOrders } from './demo-order-plans.ts';
import type { DemoCompanies } from './demo-people.ts';
import type { DemoService } from './demo-services.ts';
import type { DemoWorld } from './demo-world.ts';

type Order = Row<typeof order>;

/** A demo order before anything has been received. */
export interface DemoOrder {
  order: Order;
  specimens: readonly Row<typeof specimen>[];
  service: DemoService;
  dates: OrderDates;
  /** The letter of the ordering customer. */
  letter: string;
  /** The demo bench begins with these. */
  inWork: boolean;
}

const FIRST_NUMBER = 101;
const CANCEL_REASONS = ['The study was stopped.', 'Ordered twice by mistake.'];
const HOLD_REASON = 'Waiting for the revised purchase order.';

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
/** Return the person who orders for the customer with a letter. */
export const ordererOf = (demo: DemoWorld, customerLetter: string): Actor =>
  demo.actor(ORDERERS[customerLetter] ?? 'COMPANY_MANAGER');

/** Insert the demo's orders with specimens and inbound shipments; `share` below 1 makes a smaller lab. */
export function putOrders(
  demo: DemoWorld,
  companies: DemoCompanies,
  services: readonly DemoService[],
  share: number,
): readonly DemoOrder[] {
  const plans = planOrders(share);
  // Numbers are assigned at submission; drafts have none.
  const isDraft = ({ recipe }: PlannedOrder): boolean => recipe.status === 'DRAFT';
  const plansByNumber = plans.toSorted(
    (one, other) =>
      Number(isDraft(one)) - Number(isDraft(other)) || other.dates.submitted - one.dates.submitted,
  );
  return plans.map((plan) =>
    putOrder(demo, companies, services, plan, FIRST_NUMBER + plansByNumber.indexOf(plan)),
  );
}

function putOrder(
  demo: DemoWorld,
  companies: DemoCompanies,
  services: readonly DemoService[],
  { recipe, size, nth, index, dates }: PlannedOrder,
  number: number,
): DemoOrder {
  const isPlate = size >= 24 && recipe.status !== 'COMPLETED' && !recipe.inWork;
  const service = services[isPlate ? 3 : index % 3];
  const customer = companies.customers[index % companies.customers.length];
  if (!service || !customer) throw new Error('The demo lab needs services and customers first.');
  const row = putOrderRow(demo, { recipe, size, nth, index, number, isPlate, service, customer, dates });
  if (row.orderNumber !== null) putBarcode(demo, row.orderNumber, 'ORDER', row.id);
  const working = size - (nth === 0 ? (recipe.finishedCount ?? 0) : 0);
  const specimens = Array.from({ length: size }, (_, place) => {
    const status = place < working ? recipe.specimenStatus : 'COMPLETED';
    return putSpecimen(demo, {
      row,
      number,
      status,
      service,
      place,
      isPlate,
      letter: customer.letter,
      dates,
    });
  });
  if (row.trackingNumber || recipe.status === 'ORDERED') putShipment(demo, row, dates);
  return {
    order: row,
    specimens,
    service,
    dates,
    letter: customer.letter,
    inWork: recipe.inWork ?? false,
  };
}

interface OrderParts extends PlannedOrder {
  number: number;
  isPlate: boolean;
  service: DemoService;
  customer: DemoCompanies['customers'][number];
}

function putOrderRow(
  demo: DemoWorld,
  { recipe, size, nth, index, number, isPlate, service, customer, dates }: OrderParts,
): Order {
  const orderNumber =
    recipe.status === 'DRAFT' ? null : `${ENTITY_LETTER[demo.entity]}-${String(number).padStart(6, '0')}`;
  // A draft is priced when it is submitted.
  const price = recipe.status === 'DRAFT' ? 0 : service.price;
  const submitted = !NOT_YET_ACCEPTED.includes(recipe.status);
  const onTheWay = submitted && recipe.status !== 'ORDERED' && recipe.status !== 'CANCELED';
  const byPurchaseOrder = index % 3 === 0 || recipe.status === 'PO_UNDER_REVIEW';
  const billed = recipe.status === 'COMPLETED' ? 'BILLED' : submitted ? 'SERVICE_IN_PROGRESS' : 'PENDING';
  const paymentStatus = recipe.status === 'CANCELED' ? 'CANCELED' : billed;
  return demo.putRow(
    order,
    {
      id: demo.id(),
      status: recipe.status,
      companyId: customer.id,
      paymentStatus,
      shipmentStatus: onTheWay ? (recipe.status === 'SHIPPED' ? 'IN_TRANSIT' : 'RECEIVED') : 'NOT_STARTED',
      trackingNumber: onTheWay ? `1Z999AA1${String(20_260_000 + index)}` : null,
      carrier: onTheWay ? 'UPS' : null,
      total: price * size,
      subtotal: price * size,
      pricePerSpecimen: price,
      discountPerSpecimen: 0,
      orderType: byPurchaseOrder ? 'PURCHASE_ORDER' : 'SALES_ORDER',
      orderClassification: 'STANDARD',
      projectedSpecimenCount: size || 20,
      packageType: isPlate ? 'PLATE' : 'TUBE',
      // Material destroyed after the order was closed is in no freezer.
      postSequenceOption: index % 4 === 0 && recipe.status !== 'COMPLETED' ? 'DESTROY' : 'STORE',
      billingVerifiedPurchaseOrder: byPurchaseOrder && (submitted || recipe.status === 'PENDING_APPROVAL'),
      orderNumber,
      protocolId: service.protocolId,
      createdByUserId: ordererOf(demo, customer.letter).userId,
      purchaseOrderNumber: byPurchaseOrder ? `PO-${7000 + index}` : null,
      submittedAt: recipe.status === 'DRAFT' ? null : demo.ago(dates.submitted),
      // A sold order needs no approval.
      approvedAt: submitted && byPurchaseOrder ? demo.ago(dates.approved) : null,
      approvedById: submitted && byPurchaseOrder ? demo.actor('BILLING_MANAGER').userId : null,
      canceledAt: recipe.status === 'CANCELED' ? demo.ago(20) : null,
      cancelReason: recipe.status === 'CANCELED' ? (CANCEL_REASONS[nth] ?? null) : null,
      holdReason: recipe.status === 'ON_HOLD' ? HOLD_REASON : null,
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
  /** The number of the order, which a draft does not have yet. */
  number: number;
  status: SpecimenStatus;
  service: DemoService;
  place: number;
  isPlate: boolean;
  letter: string;
  dates: OrderDates;
}

/** Return the fields of a specimen that follow from its status. */
function statusFields(demo: DemoWorld, { status, dates }: Pick<SpecimenParts, 'status' | 'dates'>) {
  const isOut = status === 'COMPLETED' || status === 'IN_STORAGE';
  const isOnHold = status === 'RECEIVED_ON_HOLD';
  const approved = isOut && demo.entity === 'RESONANT';
  return {
    status,
    statusBeforeHold: isOnHold ? ('RECEIVED' as const) : null,
    holdReason: isOnHold ? HOLD_REASON : null,
    resultsReleasedAt: isOut ? demo.ago(dates.finished) : null,
    directorApproved: approved ? true : null,
    directorApprovedAt: approved ? demo.ago(dates.finished) : null,
    directorApprovedById: approved ? demo.actor('LAB_CLINICAL_DIRECTOR').userId : null,
  };
}

function putSpecimen(
  demo: DemoWorld,
  { row, number, status, service, place, isPlate, letter: customerLetter, dates }: SpecimenParts,
) {
  const rowNumber = String(place + 1).padStart(3, '0');
  const code = String(number).padStart(6, '0');
  const fromDna = isPlate || (service.fromDna && service.specimenTypes.includes('NUCLEIC_ACID'));
  return demo.putRow(
    specimen,
    {
      id: demo.id(),
      protocolId: row.protocolId,
      ...statusFields(demo, { status, dates }),
      requisitionNumber: requisitionOf(requisitionPrefix(row), place + 1),
      shipmentPlateLocation: isPlate ? (wellAt(place + 1) ?? null) : null,
      shipmentPlateNumber: isPlate ? 1 : null,
      shipmentPlateBarcode: isPlate ? `${customerLetter}P${ENTITY_LETTER[demo.entity]}${code}` : null,
      tubeBarcode: isPlate ? null : `${customerLetter}T${code.slice(-4)}${rowNumber}`,
      patientMrn: demo.entity === 'RESONANT' ? `MRN${100_000 + number * 100 + place}` : null,
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
      customerSampleId: `${customerLetter}-${code.slice(-3)}-${rowNumber}`,
      billable: true,
    },
    row.createdAt,
  );
}

/** Return the collection time of an order's material: the day before the order. */
const collectedAt = ({ createdAt }: Order): string =>
  new Date(Date.parse(createdAt) - 86_400_000).toISOString();

function putShipment(demo: DemoWorld, row: Order, dates: OrderDates): void {
  const { shipmentStatus: status } = row;
  const lastEvents = { IN_TRANSIT: dates.shipped, RECEIVED: dates.received };
  const lastEvent = status === 'IN_TRANSIT' || status === 'RECEIVED' ? lastEvents[status] : null;
  demo.putRow(
    shipment,
    {
      id: demo.id(),
      orderId: row.id,
      direction: 'INBOUND',
      status,
      carrier: row.carrier,
      trackingNumber: row.trackingNumber,
      packageCount: row.packageCount,
      temperature: 'FROZEN',
      estimatedDelivery: status === 'IN_TRANSIT' ? demo.day(1) : null,
      lastEventAt: lastEvent === null ? null : demo.ago(lastEvent),
    },
    demo.ago(dates.approved),
  );
}
