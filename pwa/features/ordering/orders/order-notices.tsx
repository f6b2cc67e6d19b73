import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { Viewer } from '../viewer.ts';

const specimens = (count: number) => (count === 1 ? '1 specimen needs' : `${count} specimens need`);

/** What stands in the way of this order, and what to do about it. */
export function OrderNotices({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const { status, returnReason, holdReason, cancelReason, companyStatus } = order;
  const waiting = order.specimens.filter((one) => one.status === 'ACTION_REQUIRED');
  const texts = [...new Set(waiting.flatMap(({ actionRequiredText }) => actionRequiredText ?? []))];
  return (
    <>
      {status === 'DRAFT' && returnReason && (
        <Notice tone="warning" title="It was returned">
          <p className="wrap-anywhere">{returnReason}</p>
          <p>Correct it and submit it again.</p>
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
      {waiting.length > 0 && (
        <Notice tone="warning" title={`${specimens(waiting.length)} a decision`}>
          {texts.map((text) => (
            <p key={text} className="wrap-anywhere">
              {text}
            </p>
          ))}
        </Notice>
      )}
    </>
  );
}
