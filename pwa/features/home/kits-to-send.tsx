import { KIT_ORDER_STATUSES, WAITING_KIT_STATUSES } from '#db/ordering/collection-kits.ts';
import { order } from '#db/ordering/order.ts';
import { shipment } from '#db/ordering/shipment.ts';
import { childRows } from '#pwa/replica/document.ts';
import { useQuery } from '#pwa/replica/hooks/use-query.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/**
 * Notifies shipping staff of orders that wait for their collection kits; renders nothing when there are none.
 */
export function KitsToSend() {
  const orders = useQuery('orders', { kind: order.name, filter: { status: [...KIT_ORDER_STATUSES] } });
  const waiting = (orders ?? []).filter(({ body }) =>
    childRows(shipment, body, 'shipments').some(
      ({ direction, status }) => direction === 'KIT_OUT' && WAITING_KIT_STATUSES.includes(status),
    ),
  ).length;
  if (waiting === 0) return null;
  return (
    <Notice
      tone="info"
      title={
        waiting === 1
          ? '1 order waits for its collection kits'
          : `${waiting} orders wait for their collection kits`
      }
      action={
        <a
          href="/lab/orders?kits=TO_SEND"
          className="inline-flex min-h-control items-center font-medium underline underline-offset-2"
        >
          See the kits to send
        </a>
      }
    />
  );
}
