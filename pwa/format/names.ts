import { type NamedOrder, orderName } from '#db/values/order-name.ts';

/** Return up to two initials of a name or an email address; `User` when both are missing. */
export function initialsOf(name: string | null, email: string | null): string {
  const source = name?.trim() || email?.trim().split('@')[0] || 'User';
  const nameParts = source.split(/[\s._-]+/).filter((part) => part !== '');
  const letters = nameParts.length > 1 ? [nameParts[0], nameParts.at(-1)] : [nameParts[0]];
  return letters
    .map((part) => [...(part ?? 'U')][0] ?? 'U')
    .join('')
    .toUpperCase();
}

/**
 * Format a code such as RECEIVED_ON_HOLD or a field such as dueDate as words: "Received on hold", "Due date".
 */
export function humanize(code: string): string {
  const nameParts = code
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return nameParts.charAt(0).toUpperCase() + nameParts.slice(1);
}

const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Name an order on a screen: by its number, or a draft by its service and the day on this device. */
export const orderTitle = (order: NamedOrder): string => orderName(order, deviceTimeZone());

/** Return the heading of a page about one order: `Order W-000123`, or the name of the draft. */
export const orderHeading = (order: NamedOrder): string =>
  order.orderNumber === null ? orderTitle(order) : `Order ${order.orderNumber}`;
