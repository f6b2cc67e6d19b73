import type { NamedOrder } from '#db/values/order-name.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { classNames } from './class-names.ts';

/** The name of an order: its number in the face of codes, or that of a draft in words. */
export function OrderName({ order, className }: { order: NamedOrder; className?: string }) {
  return (
    <span className={classNames(order.orderNumber !== null && 'code whitespace-nowrap', className)}>
      {orderTitle(order)}
    </span>
  );
}
