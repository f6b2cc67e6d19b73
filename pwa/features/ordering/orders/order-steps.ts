import type { Order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUS, type OrderStatus } from '#db/ordering/orders/order-status.ts';
import type { DetailStep } from '#pwa/ui/stepper.tsx';

/** The statuses that an order passes when nothing stops it, in the order of their ranks. */
const USUAL_PATH = [
  'DRAFT',
  'ORDERED',
  'SHIPPED',
  'RECEIVED',
  'PROCESSING',
  'PENDING_COMPLETION',
  'COMPLETED',
] as const satisfies readonly OrderStatus[];

const isUsual = (status: OrderStatus): boolean => USUAL_PATH.some((one) => one === status);

/** Put a status beside the usual path where its rank is; it stands for the usual one of the same rank. */
function pathThrough(status: OrderStatus, path: readonly OrderStatus[]): readonly OrderStatus[] {
  if (isUsual(status)) return path;
  const { rank } = ORDER_STATUS[status];
  return [
    ...path.filter((one) => ORDER_STATUS[one].rank < rank),
    status,
    ...path.filter((one) => ORDER_STATUS[one].rank > rank),
  ];
}

/**
 * Return the steps of an order; null when it is canceled or on hold, whose place on the path is not known.
 * An order that continues with stored material is not shipped.
 */
export function orderSteps({
  status,
  orderClassification,
}: Pick<Order, 'status' | 'orderClassification'>): readonly DetailStep[] | null {
  if (status === 'CANCELED' || status === 'ON_HOLD') return null;
  const isShipped = orderClassification === 'STANDARD' || status === 'SHIPPED';
  const path = pathThrough(
    status,
    USUAL_PATH.filter((one) => one !== 'SHIPPED' || isShipped),
  );
  const at = path.indexOf(status);
  return path.map((one, index) => ({
    key: one,
    label: ORDER_STATUS[one].label,
    state:
      index < at || (one === 'COMPLETED' && status === 'COMPLETED') ? 'done' : index === at ? 'now' : 'ahead',
  }));
}
