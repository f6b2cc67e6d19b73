import { Link } from '@tanstack/react-router';
import { CircleCheckBig, CopyPlus, ListPlus } from 'lucide-react';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { kitsText } from '#db/ordering/shipments/collection-kits.ts';
import { receivingLine } from '#db/organizations/entity-profile.ts';
import { orderHeading, orderTitle } from '#pwa/format/names.ts';
import { PackingSlipButton, packingSlipOf } from '#pwa/printing/packing-slip.tsx';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { isSponsored, PricePanel } from './price-panel.tsx';
import type { OrdersPath } from './wizard-frame.tsx';

const NEXT: Partial<Record<ShownDraft['order']['status'], string>> = {
  PO_UNDER_REVIEW: 'Our billing team looks at your purchase order. You get an email when it is accepted.',
  PENDING_APPROVAL: 'The order needs approval. We email you when it is approved.',
  ANTICIPATED: 'Name all specimens before you send them.',
  ORDERED: 'Put the packing slip in the package. Buy a label or enter the tracking number on the order page.',
  RECEIVED: 'The lab already has the material. You don’t need to send anything.',
};

const LINK =
  'inline-flex min-h-control items-center gap-2 rounded-md border border-line-strong px-3.5 font-medium hover:bg-hover';

interface OrderSentProps {
  draft: ShownDraft;
  /** Called to create another order with this one's data use, shipping and billing. */
  onAnother(): void;
  /** Path of this user's orders. */
  orders: OrdersPath;
}

/** Next steps after the submit: the packing slip, and another order. */
export function OrderSent({ draft, onAnother, orders }: OrderSentProps) {
  const { order, company, service, requisitions } = draft;
  // A continuing order sends new material only when the stored material is used up.
  const isOnHand = draft.source !== null && order.status !== 'ORDERED';
  const slip = packingSlipOf({
    entity: order.entity,
    orderNumber: orderTitle(order),
    companyName: company.name,
    serviceName: service.name,
    specimens: requisitions,
  });
  return (
    <Page
      title={orderHeading({ ...order, serviceName: service.name })}
      badge={<StatusBadge display={ORDER_STATUS[order.status]} />}
    >
      <Notice tone="success" title="Thank you. The order is submitted.">
        {order.kitCount !== null && (
          <p>{`The lab sends ${kitsText(order.kitCount)} to the shipping address first.`}</p>
        )}
        {NEXT[order.status] && <p>{NEXT[order.status]}</p>}
        {order.status === 'ORDERED' && <p>{`Send it to ${receivingLine(order.entity)}.`}</p>}
      </Notice>
      <div className="flex flex-wrap gap-2">
        {requisitions.length > 0 && !isOnHand && <PackingSlipButton slip={slip} variant="primary" />}
        {order.status === 'ANTICIPATED' && (
          <Link to="/order/$id" params={{ id: order.id }} search={{ step: 'specimens' }} className={LINK}>
            <ListPlus aria-hidden size={18} />
            Enter specimens
          </Link>
        )}
        <Button icon={CopyPlus} onClick={onAnother}>
          Order another service
        </Button>
        <Link to={`${orders}/$id`} params={{ id: order.id }} className={LINK}>
          <CircleCheckBig aria-hidden size={18} />
          Track order
        </Link>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <Section title="What you ordered">
          <KeyValues
            items={[
              { name: 'Service', value: service.name },
              { name: 'Organization', value: company.name },
              { name: 'Specimens', value: order.projectedSpecimenCount },
            ]}
          />
        </Section>
        <PricePanel
          quote={draft.quote}
          sponsored={isSponsored(draft.order)}
          submitted
          turnaroundDays={draft.protocol.targetTurnaroundDays}
        />
      </div>
    </Page>
  );
}
