import { ORDER_CLASSIFICATION } from '#db/ordering/order-classification.ts';
import { ORDER_STATUS } from '#db/ordering/order-status.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import type { LinkedOrder } from '#db/ordering/shown-source.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import type { Viewer } from '../viewer.ts';
import { relationText } from './continuation-texts.ts';

const OrderLink = ({ order, base }: { order: LinkedOrder; base: Viewer['base'] }) => (
  <a
    href={`${base}/${order.id}`}
    className="code inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2 md:min-h-8"
  >
    {order.orderNumber}
  </a>
);

/** The order that this one continues, and those that continue this one. */
export function LinkedOrders({
  order: { orderClassification, source, continuedBy },
  base,
}: {
  order: Pick<ShownOrder, 'orderClassification' | 'source' | 'continuedBy'>;
  base: Viewer['base'];
}) {
  if (!source && continuedBy.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
      {source && (
        <p className="flex flex-wrap items-center gap-2">
          {relationText(orderClassification)} <OrderLink order={source} base={base} />
        </p>
      )}
      {continuedBy.length > 0 && (
        <ul aria-label="Goes on in" className="flex flex-wrap items-center gap-x-6 gap-y-1">
          {continuedBy.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-2">
              {ORDER_CLASSIFICATION[one.orderClassification]} <OrderLink order={one} base={base} />
              <StatusBadge display={ORDER_STATUS[one.status]} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
