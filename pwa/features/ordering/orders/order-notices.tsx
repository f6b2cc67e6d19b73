import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { Viewer } from '../viewer.ts';

/** What stands in the way of this order, and what to do about it. */
export function OrderNotices({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const { status, returnReason, holdReason, cancelReason, companyStatus } = order;
  return (
    <>
      {status === 'DRAFT' && returnReason && (
        <Notice tone="warning" title="It was returned">
          <p className="wrap-anywhere">{returnReason}</p>
          <p>Correct it and submit it again.</p>
        </Notice>
      )}
      {status === 'ANTICIPATED' && (
        <Notice tone="info" title="The lab waits for the list of specimens">
          <p>
            {order.specimens.length === 0
              ? 'Every specimen is entered before it is sent.'
              : 'Confirm the specimens when all of them are entered. Send nothing before.'}
          </p>
        </Notice>
      )}
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
