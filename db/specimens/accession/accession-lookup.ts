import type { Order } from '#db/ordering/orders/order.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { barcodeOf, sameBarcode } from '#db/values/barcode-value.ts';
import { orderSubject } from '#db/values/order-name.ts';
import { compareWells } from '#db/values/plate-well.ts';
import type { PackageCondition } from './accession-group.ts';
import { isExpected } from './record-missing.ts';

/** The data for receiving: orders and their specimens as the device has them. */
export interface ExpectedMaterial {
  orders: readonly Order[];
  specimens: readonly Specimen[];
}

/**
 * A remark about an order that a scan has opened: `stop` ends it, `ask` needs a confirmation, `note` only
 * informs.
 */
export interface OrderRemark {
  kind: 'stop' | 'ask' | 'note';
  message: string;
}

/** The result of a scan that opens a session. */
export type OpenedSession =
  | { orders: Order[]; remarks: { orderId: string; remark: OrderRemark }[] }
  | { orders: []; message: string };

const same = (a: string | null, code: string): boolean => a !== null && sameBarcode(a, code);

/**
 * Find the orders that a code opens for receiving (order, requisition, tracking number, tube or plate),
 * joined by tracking number.
 */
export function openSession(value: string, known: ExpectedMaterial): OpenedSession {
  const bySpecimen = known.specimens.filter((one) =>
    [one.requisitionNumber, one.tubeBarcode, one.shipmentPlateBarcode].some((code) => same(code, value)),
  );
  const ids = new Set(bySpecimen.map((one) => one.orderId));
  const hit = known.orders.filter(
    (one) => ids.has(one.id) || same(one.orderNumber, value) || same(one.trackingNumber, value),
  );
  if (hit.length === 0) return { orders: [], message: `No order matches ${barcodeOf(value)}.` };
  const tracking = new Set(hit.flatMap((one) => (one.trackingNumber === null ? [] : [one.trackingNumber])));
  const joined = known.orders.filter(
    (one) =>
      !hit.includes(one) &&
      one.trackingNumber !== null &&
      tracking.has(one.trackingNumber) &&
      awaits(one, known.specimens),
  );
  const orders = [...hit, ...joined];
  const remarks = orders.flatMap((one) => {
    const remark = orderRemark(one, known.specimens);
    return remark ? [{ orderId: one.id, remark }] : [];
  });
  return { orders, remarks };
}

const specimensOf = (order: Pick<Order, 'id'>, specimens: readonly Specimen[]): Specimen[] =>
  specimens.filter((one) => one.orderId === order.id && !one.deleted);

const awaits = (order: Order, specimens: readonly Specimen[]): boolean =>
  specimensOf(order, specimens).some(isExpected);

/** Return the remark that an order needs before it is received (domain 5.3, 1), or null. */
export function orderRemark(order: Order, specimens: readonly Specimen[]): OrderRemark | null {
  const own = specimensOf(order, specimens);
  if (order.status === 'CANCELED') {
    return { kind: 'ask', message: `${orderSubject(order)} was canceled. Receive it into quarantine?` };
  }
  if (order.status === 'DRAFT' || (order.status === 'ANTICIPATED' && own.length === 0)) {
    return { kind: 'note', message: `${orderSubject(order)} has not been submitted.` };
  }
  if (own.length > 0 && !own.some((one) => isExpected(one) || lateOne(one))) {
    return { kind: 'stop', message: `${orderSubject(order)} is already fully received.` };
  }
  if (order.status === 'PENDING_APPROVAL' || order.status === 'PO_UNDER_REVIEW') {
    return { kind: 'note', message: `${orderSubject(order)} is still awaiting approval.` };
  }
  return null;
}

// Check whether a specimen is missing for more than a day and can still arrive.
const lateOne = (one: Specimen): boolean => one.status === 'ACTION_REQUIRED' && one.receivedAt === null;

/** The role of one scanned tube within a session. */
export type ScannedTube =
  | { kind: 'EXPECTED'; specimen: Specimen }
  | { kind: 'REPEATED'; specimen: Specimen; message: string }
  | { kind: 'UNEXPECTED'; code: string };

/**
 * Resolve a tube's code within the orders of the session; `scanned` holds the specimens that were scanned
 * already.
 */
export function resolveTube(
  code: string,
  session: { orderIds: readonly string[]; specimens: readonly Specimen[]; scanned: ReadonlySet<string> },
): ScannedTube {
  const matchedSpecimen = session.specimens.find(
    (one) =>
      session.orderIds.includes(one.orderId) &&
      one.status !== 'DRAFT' &&
      (same(one.tubeBarcode, code) || same(one.requisitionNumber, code)),
  );
  if (!matchedSpecimen) return { kind: 'UNEXPECTED', code: barcodeOf(code) };
  if (!session.scanned.has(matchedSpecimen.id)) return { kind: 'EXPECTED', specimen: matchedSpecimen };
  return {
    kind: 'REPEATED',
    specimen: matchedSpecimen,
    message: `${barcodeOf(code)} was already scanned in this session.`,
  };
}

/** Return why the package cannot be signed for yet, or null. */
export const packageProblem = (
  condition: PackageCondition,
  note: string | null,
  photos: number,
): string | null =>
  condition === 'INTACT' || note?.trim() || photos > 0 ? null : 'Describe the damage or add a photo.';

/** Return why the scanned label is not the one of this tube, or null. */
export const labelProblem = (scanned: string, sampleBarcode: string, julianId: string): string | null =>
  sameBarcode(scanned, sampleBarcode) ? null : `Label does not match ${julianId}.`;

/** List the specimens that a customer's plate should hold, in plate order. */
export const expectedWells = (
  specimens: readonly Specimen[],
  orderId: string,
  plateNumber: number,
): Specimen[] =>
  specimens
    .filter(
      (one) =>
        one.orderId === orderId &&
        one.shipmentPlateLocation !== null &&
        (one.shipmentPlateNumber ?? 1) === plateNumber,
    )
    .sort((a, b) => compareWells(a.shipmentPlateLocation ?? '', b.shipmentPlateLocation ?? ''));

/** List the specimens of a session that nobody has scanned: they become MISSING when it is finished. */
export const unscanned = (
  specimens: readonly Specimen[],
  orderIds: readonly string[],
  scanned: ReadonlySet<string>,
): Specimen[] =>
  specimens.filter((one) => orderIds.includes(one.orderId) && isExpected(one) && !scanned.has(one.id));
