import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { missingParts, OrderAddress } from '#db/ordering/orders/order-address.ts';
import { boxesOf } from '#db/ordering/shipments/awaited-specimens.ts';
import {
  buyShippingLabel,
  voidProblem,
  voidShippingLabel,
} from '#db/ordering/shipments/buy-shipping-label.ts';
import { kitBoxes, kitGrams } from '#db/ordering/shipments/collection-kits.ts';
import { chooseLabel } from '#db/ordering/shipments/label-fee.ts';
import {
  handlesPackage,
  packageOf,
  packageProblem,
  SENT_BY_LAB,
} from '#db/ordering/shipments/package-problem.ts';
import { type Shipment, shipment } from '#db/ordering/shipments/shipment.ts';
import type { ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import type {
  BoughtLabel,
  Consignment,
  ShipmentAddress,
} from '#sync-server/integrations/shipping/carriers.ts';
import { readRow } from '#sync-server/reads/list-rows.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { carriersOf } from './carriers-of.ts';
import { readPackages, readSpecimens, requireVisibleOrder } from './read-shipping.ts';
import { notifyAboutShipment } from './shipping-emails.ts';

/** An insulated box with coolant. */
const GRAMS: Record<Order['packageType'], number> = { TUBE: 1_500, PLATE: 2_000 };

const labAddress = (entity: BusinessEntity): ShipmentAddress => ({
  ...ENTITY_PROFILE[entity].receivingAddress,
  company: ENTITY_PROFILE[entity].displayName,
  line2: null,
  phone: null,
});

function customerAddress(row: Order, companyName: string): ShipmentAddress {
  const known = [row.shippingAddress, row.billingAddress].find((one) => missingParts(one).length === 0);
  const address = OrderAddress.safeParse(known).data;
  if (!address)
    throw new AppError(
      'ADDRESS_MISSING',
      'This order has no complete address of the customer. Choose a carrier yourself and enter the tracking number.',
    );
  const { attention, line1, line2, city, state, postalCode, country, phone } = address;
  return {
    name: attention ?? companyName,
    company: companyName,
    line1: line1 ?? '',
    line2,
    city: city ?? '',
    state: state ?? '',
    postalCode: postalCode ?? '',
    country,
    phone,
  };
}

/** Return content, origin and destination of an order's shipment in a direction. */
function consignmentOf(
  row: Order,
  companyName: string,
  direction: ShipmentDirection,
  kitCount: number | null = row.kitCount,
): Consignment {
  const [customer, lab] = [customerAddress(row, companyName), labAddress(row.entity)];
  const [from, to] = direction === 'INBOUND' ? [customer, lab] : [lab, customer];
  const kits = direction === 'KIT_OUT' ? (kitCount ?? 1) : null;
  const measures =
    kits === null
      ? { grams: GRAMS[row.packageType], count: boxesOf(row, direction) }
      : { grams: kitGrams(kits), count: kitBoxes(kits) };
  return { from, to, measures, reference: row.orderNumber ?? row.id };
}

type Running = AppServices;
interface RatesRequest {
  orderId: string;
  direction: ShipmentDirection;
}

const DAY_MS = 86_400_000;

async function consignment(
  running: Running,
  session: Session,
  { orderId, direction }: RatesRequest,
  isEstimate = false,
) {
  const row = await requireVisibleOrder(running, session, orderId);
  // Customers may compare rates earlier; a label is bought only after the order is accepted.
  const compares = isEstimate && direction === 'INBOUND' && row.status === 'DRAFT';
  const packages = await readPackages(running, orderId);
  const specimens = await readSpecimens(running, orderId);
  const problem = compares ? null : packageProblem({ ...row, specimens }, packages, direction, session.role);
  if (problem) throw new AppError('TRANSITION_NOT_ALLOWED', problem);
  const companyNames = await running.pool.query<{ name: string }>('SELECT name FROM company WHERE id = $1', [
    row.companyId,
  ]);
  const kitCount = packageOf(packages, direction)?.kitCount ?? row.kitCount;
  return consignmentOf(row, companyNames.rows[0]?.name ?? '', direction, kitCount);
}

/** Read the carriers' rates for a shipment of an order. */
export async function readRates(running: Running, session: Session, request: RatesRequest) {
  const carriers = carriersOf(running);
  return { rates: await carriers.rates(await consignment(running, session, request, true)) };
}

/** Choose a service for a draft at the price that its carrier asks now; the price is never the client's. */
export async function chooseDraftLabel(
  running: Running,
  session: Session,
  { orderId, carrier, service }: { orderId: string; carrier: string; service: string },
) {
  const { rates } = await readRates(running, session, { orderId, direction: 'INBOUND' });
  const rate = rates.find((one) => one.carrier === carrier && one.service === service);
  if (!rate)
    throw new AppError('RATE_EXPIRED', 'The carrier does not offer this service any more. Choose another.');
  const label = { carrier, service, cost: rate.cost };
  await executeOperation(engineOf(running), session, chooseLabel, { orderId, label });
  return rate;
}

const KEEP = `
  INSERT INTO shipping_label (shipment_id, carrier_reference, tracking_number, content)
  SELECT id, $3, tracking_number, $4 FROM shipment WHERE order_id = $1 AND tracking_number = $2 AND NOT deleted
  ON CONFLICT (shipment_id) DO UPDATE SET created_at = now(), carrier_reference = excluded.carrier_reference,
    tracking_number = excluded.tracking_number, content = excluded.content,
    void_asked_at = NULL, void_tries = 0, void_problem = NULL
  RETURNING shipment_id AS "shipmentId"`;

const factsOf = ({ env, now }: Running, bought: BoughtLabel) => {
  const { carrier, service: serviceLevel, trackingNumber, cost: rateCost, days } = bought;
  const arrives = days === null ? null : new Date(now().getTime() + days * DAY_MS).toISOString();
  const estimatedDelivery = arrives === null ? null : labDayOf(arrives, env.LAB_TIMEZONE);
  return { carrier, serviceLevel, trackingNumber, rateCost, estimatedDelivery };
};

/**
 * Buy the label of a rate and store it with the shipment. Buying the same rate twice gives one label, so an
 * interrupted call can be repeated; a label that is too late for its shipment is refunded.
 */
export async function sellLabel(
  running: Running,
  session: Session,
  { rateId, ...request }: RatesRequest & { rateId: string },
): Promise<void> {
  const carriers = carriersOf(running);
  const { orderId, direction } = request;
  const bought = await carriers.buyLabel(rateId, await consignment(running, session, request));
  const { trackingNumber, reference, content } = bought;
  const args = { orderId, shipmentId: ulid(), direction, label: factsOf(running, bought) };
  try {
    await executeOperation(engineOf(running), session, buyShippingLabel, args, {}, async (client) => {
      const storedLabel = await client.query<{ shipmentId: string }>(KEEP, [
        orderId,
        trackingNumber,
        reference,
        content,
      ]);
      const shipmentId = storedLabel.rows[0]?.shipmentId;
      if (shipmentId === undefined) throw new AppError('INTERNAL', 'The label has no shipment.');
      const shipmentRef = { entity: session.entity, shipmentId, orderId };
      await notifyAboutShipment(client, running, shipmentRef, 'SHIPPING_LABEL');
    });
  } catch (error) {
    const packages = await readPackages(running, orderId);
    // The second of two clicks finds the same label.
    if (packages.some((one) => one.trackingNumber === trackingNumber)) return;
    if (error instanceof AppError && error.status < 500) await carriers.voidLabel(reference);
    throw error;
  }
}

/** Find a shipment that the reader sees; throws 404 otherwise. */
async function requireVisibleShipment(running: Running, session: Session, id: string): Promise<Shipment> {
  const row = await readRow(running.pool, shipment, id, session.entity);
  if (row.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  await requireVisibleOrder(running, session, row.orderId);
  return row;
}

const LABEL = `
  SELECT content, carrier_reference AS reference FROM shipping_label WHERE shipment_id = $1 AND tracking_number = $2`;

async function labelOf(running: Running, { id, trackingNumber }: Shipment) {
  const { rows } = await running.pool.query<{ content: Buffer; reference: string }>(LABEL, [
    id,
    trackingNumber,
  ]);
  if (!rows[0]) throw new AppError('NOT_FOUND', 'This shipment has no prepaid label.');
  return rows[0];
}

/** Read the printable label of a shipment. */
export async function readLabel(running: Running, session: Session, id: string) {
  const row = await requireVisibleShipment(running, session, id);
  if (!row.labelUrl || !handlesPackage(session.role, row))
    throw new AppError('NOT_FOUND', 'This shipment has no prepaid label.');
  const { content } = await labelOf(running, row);
  return { content, name: `label-${row.trackingNumber ?? ''}.pdf`.replaceAll(/[^\w.-]/g, '') };
}

/**
 * Refund a label, first at the carrier, which may refuse; a repeated call changes nothing. Returns the order.
 */
export async function returnLabel(
  running: Running,
  session: Session,
  { shipmentId, trackingNumber }: { shipmentId: string; trackingNumber: string },
): Promise<string> {
  const row = await requireVisibleShipment(running, session, shipmentId);
  const problem = handlesPackage(session.role, row) ? voidProblem(row) : SENT_BY_LAB;
  if (problem) throw new AppError('TRANSITION_NOT_ALLOWED', problem);
  const { reference } = await labelOf(running, row);
  await carriersOf(running).voidLabel(reference);
  await executeOperation(engineOf(running), session, voidShippingLabel, { shipmentId, trackingNumber });
  return row.orderId;
}
