import { isAwaited, takesMaterial } from '#db/ordering/awaited-specimens.ts';
import type { ShipmentStatus } from '#db/ordering/shipment-status.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { Viewer } from '../viewer.ts';

const UNDER_WAY: readonly ShipmentStatus[] = ['PRE_TRANSIT', 'IN_TRANSIT'];

/** Report whether the order has material to send but neither a carrier nor a label for it. */
const isAwaitingCarrier = (order: ShownOrder): boolean =>
  takesMaterial(order, order.specimens) &&
  order.shipments.every(({ direction, status }) => direction !== 'INBOUND' || !UNDER_WAY.includes(status));

const PackagesLink = ({ children }: { children: string }) => (
  <a href="#packages" className="underline">
    {children}
  </a>
);

/** Describe what to pack: the whole order, or after the first shipment what the lab still awaits. */
function PackingNotice({ order }: { order: ShownOrder }) {
  const awaited = order.specimens.filter(isAwaited).map(({ customerSampleId }) => customerSampleId);
  if (order.receivedAt === null)
    return (
      <Notice tone="info" title="Pack and send your specimens">
        <p>
          Print the packing slip and put it into the package. Then{' '}
          <PackagesLink>buy a label or enter the tracking number</PackagesLink>, or mark the order as shipped.
        </p>
      </Notice>
    );
  const sampleNames = awaited.slice(0, 5).join(', ');
  return (
    <Notice
      tone="info"
      title={`The lab still waits for ${awaited.length > 5 ? `${awaited.length} specimens` : sampleNames}`}
    >
      <p>
        Print the packing slip: it says which requisition number belongs on each tube. Put it into the
        package, then <PackagesLink>buy a label or enter the tracking number</PackagesLink>, or mark it as
        shipped.
      </p>
    </Notice>
  );
}

/** Notices about what blocks this order, and what to do about it. */
export function OrderNotices({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const { status, returnReason, holdReason, cancelReason, companyStatus } = order;
  return (
    <>
      {status === 'DRAFT' && returnReason && (
        <Notice tone="warning" title="It was returned">
          <p className="wrap-anywhere">{returnReason}</p>
          {viewer.customer && <p>Correct it and submit it again.</p>}
        </Notice>
      )}
      {status === 'ANTICIPATED' && order.receivedAt === null && (
        <Notice tone="info" title="The lab waits for the list of specimens">
          <p>
            {order.specimens.length === 0
              ? 'Every specimen is entered before it is sent.'
              : 'Confirm the specimens when all of them are entered. Send nothing before.'}
          </p>
        </Notice>
      )}
      {viewer.customer && isAwaitingCarrier(order) && <PackingNotice order={order} />}
      {status === 'ON_HOLD' && (
        <Notice tone="hold" title="The order is on hold">
          {holdReason && <p className="wrap-anywhere">{holdReason}</p>}
        </Notice>
      )}
      {status === 'CANCELED' && cancelReason && (
        <Notice tone="danger" title="The order was canceled">
          <p className="wrap-anywhere">{cancelReason}</p>
        </Notice>
      )}
      {companyStatus === 'ON_HOLD' && !viewer.customer && (
        <Notice tone="warning" title={`${order.companyName} is on hold`}>
          What arrives from it is received on hold.
        </Notice>
      )}
    </>
  );
}
