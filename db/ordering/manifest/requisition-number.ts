import type { Order } from '#db/ordering/orders/order.ts';
import type { Specimen } from '#db/specimens/specimen.ts';

/** The beginning of every number that a row of a draft holds until its order has a number. */
const PROVISIONAL = 'DRAFT-';
/** The number of characters of a key: enough that no two drafts share one. */
const KEY_LENGTH = 10;

/** Return a short key of an order without a number: the end of its id, which differs most. */
export const draftKey = (orderId: string): string =>
  orderId
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(-KEY_LENGTH);

/** Return the beginning of the requisition numbers that an order assigns; provisional in a draft. */
export const requisitionPrefix = ({ id, orderNumber }: Pick<Order, 'id' | 'orderNumber'>): string =>
  orderNumber ?? `${PROVISIONAL}${draftKey(id)}`;

/** Return the requisition number of a row: `{prefix}-{row 3 digits}`. */
export const requisitionOf = (prefix: string, row: number): string =>
  `${prefix}-${String(row).padStart(3, '0')}`;

/** Return the number of a row, or the next one that is not used. */
export function freeRequisition(prefix: string, row: number, isUsed: (number: string) => boolean): string {
  let n = row;
  while (isUsed(requisitionOf(prefix, n))) n += 1;
  return requisitionOf(prefix, n);
}

/** Report whether a number only identifies the row of a draft; people do not see it. */
export const isProvisional = (requisitionNumber: string): boolean =>
  requisitionNumber.startsWith(PROVISIONAL);

/** Return the requisition number that people see; null until the order is submitted. */
export const shownRequisition = (requisitionNumber: string): string | null =>
  isProvisional(requisitionNumber) ? null : requisitionNumber;

/** Return how people name a specimen: by its number, or in a draft by what the customer typed. */
export const specimenName = ({
  julianId = null,
  requisitionNumber,
  customerSampleId,
}: Pick<Specimen, 'requisitionNumber' | 'customerSampleId'> & { julianId?: string | null }): string =>
  julianId ?? shownRequisition(requisitionNumber) ?? customerSampleId;
