import { labDayOf } from './lab-day.ts';

/** What names an order: its number, or for a draft its service and the time of its creation. */
export interface NamedOrder {
  orderNumber: string | null;
  serviceName?: string | null;
  createdAt?: string | null;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const dayText = (instant: string, timeZone: string): string => {
  const [, month, day] = labDayOf(instant, timeZone).split('-');
  return `${MONTHS[Number(month) - 1] ?? ''} ${Number(day)}`;
};

/**
 * Return the name of an order: its number, or without one `Draft, Oxford Nanopore sequencing, Nov 28`. The
 * day is that of the given time zone.
 */
export function orderName({ orderNumber, serviceName, createdAt }: NamedOrder, timeZone = 'UTC'): string {
  if (orderNumber !== null) return orderNumber;
  const parts = ['Draft', serviceName, createdAt ? dayText(createdAt, timeZone) : null];
  return parts.filter(Boolean).join(', ');
}

/** Return `order W-000123`, or `the draft` when it has no number, for the middle of a sentence. */
export const orderPhrase = ({ orderNumber }: Pick<NamedOrder, 'orderNumber'>): string =>
  orderNumber === null ? 'the draft' : `order ${orderNumber}`;

/** Return `Order W-000123`, or `The draft`, for the beginning of a sentence. */
export const orderSubject = ({ orderNumber }: Pick<NamedOrder, 'orderNumber'>): string =>
  orderNumber === null ? 'The draft' : `Order ${orderNumber}`;
