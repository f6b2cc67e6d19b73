import { useState } from 'react';
import { APPROVAL_KIND, APPROVAL_STATUS } from '#db/ordering/approvals/order-approval.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { isAwaited, takesMaterial } from '#db/ordering/shipments/awaited-specimens.ts';
import type { ShipmentStatus } from '#db/ordering/shipments/shipment-status.ts';
import { type Decidable, DecideDialog } from '#pwa/features/ordering/approvals/decide-dialog.tsx';
import { proposalText } from '#pwa/features/ordering/approvals/proposal.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';

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
      title={`The lab is still waiting for ${awaited.length > 5 ? `${awaited.length} specimens` : sampleNames}`}
    >
      <p>
        Print the packing slip: it says which requisition number belongs on each tube. Put it into the
        package, then <PackagesLink>buy a label or enter the tracking number</PackagesLink>, or mark it as
        shipped.
      </p>
    </Notice>
  );
}

/** Say what ends the hold of an order, and who does it. */
const holdStep = ({ actions }: ShownOrder, { customer }: Viewer): string => {
  if (customer) return 'Work continues when the lab releases the order. Contact support with questions.';
  return actions.includes('release-order')
    ? 'Release the order when the reason is resolved.'
    : 'Customer service or billing releases the order.';
};

/** Notices about what blocks this order, and what to do about it. */
export function OrderNotices({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const { status, returnReason, holdReason, cancelReason, companyStatus } = order;
  return (
    <>
      {status === 'DRAFT' && returnReason && (
        <Notice tone="warning" title="Order returned">
          <p className="wrap-anywhere">{returnReason}</p>
          {viewer.customer && <p>Correct it and submit it again.</p>}
        </Notice>
      )}
      {status === 'ANTICIPATED' && order.receivedAt === null && (
        <Notice tone="info" title="Specimen list needed">
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
          <p>{holdStep(order, viewer)}</p>
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

/** Pending and past approvals of the order; the user decides theirs here. */
export function OrderApprovals({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const [approval, setApproval] = useState<Decidable | null>(null);
  if (order.approvals.length === 0) return null;
  const { purchaseOrderNumber } = order;
  const orderNumber = orderTitle(order);
  const ownOrder = order.createdByUserId === viewer.userId;
  return (
    <Section title="Approvals">
      <ul className="-my-2 divide-y divide-line">
        {order.approvals.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
            <div className="min-w-0 flex-1 basis-56">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-medium">{APPROVAL_KIND[one.kind].label}</span>
                <StatusBadge display={APPROVAL_STATUS[one.status]} />
              </span>
              <p>{proposalText({ ...one, purchaseOrderNumber })}</p>
              {one.decidedAt && (
                <p className="text-ink-soft text-sm">
                  {[one.decidedByName, formatDate(one.decidedAt, 'shortAtTime')].filter(Boolean).join(' · ')}
                </p>
              )}
              {one.reason && <p className="wrap-anywhere text-sm">{one.reason}</p>}
            </div>
            {one.mine && (
              <Button
                variant="primary"
                aria-label={`Decide ${APPROVAL_KIND[one.kind].label}`}
                onClick={() => setApproval({ ...one, orderNumber, purchaseOrderNumber, ownOrder })}
              >
                Decide
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DecideDialog approval={approval} family={viewer.family} onClose={() => setApproval(null)} />
    </Section>
  );
}
