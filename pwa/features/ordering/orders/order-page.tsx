import { Link } from '@tanstack/react-router';
import { ClipboardList } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import type { Continuation } from '#db/ordering/drafts/continuation.ts';
import { DATA_USE_AGREEMENT, type RetentionPeriod } from '#db/ordering/drafts/data-use-info.ts';
import type { LinkedOrder } from '#db/ordering/drafts/shown-source.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { ORDER_CLASSIFICATION } from '#db/ordering/orders/order-terms.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useOrderChanges } from '#pwa/api/use-order-changes.ts';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import { useViewer, type Viewer } from '#pwa/features/ordering/viewer.ts';
import { orderTitle } from '#pwa/format/names.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { useWindow } from '#pwa/ui/dialog/dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { OrderName } from '#pwa/ui/order-name.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { relationText } from './continuation-texts.ts';
import { HeldSpecimens } from './held-specimens.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts, orderEntries } from './order-facts.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderApprovals, OrderNotices } from './order-notices.tsx';
import { OrderShipments } from './order-shipments.tsx';
import { OrderSpecimens } from './order-specimens.tsx';
import { orderSteps } from './order-steps.ts';
import { usePageActions } from './page-actions.tsx';
import { ResultsNotice } from './results-notice.tsx';

const OrderLink = ({ order, base }: { order: LinkedOrder; base: Viewer['base'] }) => (
  <Link
    to={`${base}/$id`}
    params={{ id: order.id }}
    className="inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-2 md:min-h-8"
  >
    <OrderName order={order} />
  </Link>
);

/** The order that this one continues, and those that continue this one. */
function LinkedOrders({
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
        <ul aria-label="Continued in" className="flex flex-wrap items-center gap-x-6 gap-y-1">
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

const retentionText = (period: RetentionPeriod): string => {
  if (period === 'INDEFINITE') return 'Indefinitely';
  const years = Number(period.slice('YEARS_'.length));
  return years === 1 ? '1 year' : `${years} years`;
};

/** The data use rights of the lab, and the retention period. */
function OrderDataUse({ order }: { order: ShownOrder }) {
  const { dataUse } = order;
  return (
    <Section title="Data use">
      {dataUse ? (
        <KeyValues
          items={[
            {
              name: 'Allowed',
              value: [
                ...dataUse.agreementTypes.map((type) => DATA_USE_AGREEMENT[type]),
                ...(dataUse.otherText ? [dataUse.otherText] : []),
              ].join(', '),
            },
            { name: 'Data retention', value: retentionText(dataUse.retentionPeriod) },
            { name: 'Accepted', value: <Time value={dataUse.acceptedAt} /> },
          ]}
        />
      ) : (
        <p className="text-ink-soft">
          {order.status === 'DRAFT'
            ? 'The data-use agreement has not been accepted yet.'
            : 'No data-use agreement is kept with this order.'}
        </p>
      )}
    </Section>
  );
}

// Loaded on demand, because few visits to an order continue it.
const ContinueDialog = lazyComponent(() =>
  import('./continue-dialog.tsx').then((loaded) => loaded.ContinueDialog),
);

interface OrderPageProps {
  id: string;
  /** The list above this page. */
  list: { label: string; to: '/orders' | '/lab/orders' };
  onOpen(link: AppLink): void;
  /** Its events with its notes and files, from another feature. */
  activity(order: ShownOrder, events: readonly TimelineEntry[]): ReactNode;
  /** Decisions about its specimens, from another feature. */
  decisions(order: ShownOrder): ReactNode;
  /** Labels and tracking of its shipments, from another feature. */
  shipping(order: ShownOrder): ReactNode;
  /** Approval, release and recall of its results, from another feature; not for customers. */
  results?: (order: ShownOrder) => ReactNode;
  /** Discounts and fees below the price, with who proposed and decided them; not for customers. */
  adjustments?: (order: ShownOrder) => ReactNode;
}

function Loaded({
  order,
  viewer,
  list,
  onOpen,
  activity,
  decisions,
  shipping,
  results,
  adjustments,
}: Omit<OrderPageProps, 'id'> & { order: ShownOrder; viewer: Viewer }) {
  const draft = order.status === 'DRAFT' ? viewer.draftLink(order.id) : null;
  const { actions: pageActions, sheets } = usePageActions({ order, viewer, draft, onOpen });
  const [continuation, setContinuation] = useState<Continuation | null>(null);
  const isDialogMounted = useWindow(continuation !== null);
  return (
    <DetailPage
      number={order.orderNumber}
      name={order.orderNumber === null ? orderTitle(order) : undefined}
      breadcrumbs={[list]}
      status={<StatusBadge display={ORDER_STATUS[order.status]} />}
      tags={<EntityBadge entity={order.entity} />}
      steps={orderSteps(order)}
      actions={
        <>
          <OrderActions
            // Roles without the wizard could not edit the draft that a continuation creates.
            order={viewer.hasWizard ? order : { ...order, continuations: [] }}
            family={viewer.family}
            pageActions={pageActions}
            onContinue={setContinuation}
            onRemoved={() => onOpen({ to: list.to })}
          />
          {sheets}
        </>
      }
    >
      <p className="-mt-2 text-ink-soft">{`${order.serviceName} · ${order.companyName}`}</p>
      <LinkedOrders order={order} base={viewer.base} />
      {isDialogMounted && (
        <ContinueDialog
          {...{ order, viewer, continuation }}
          onClose={() => setContinuation(null)}
          onStarted={(id) => onOpen(viewer.draftLink(id) ?? { to: `${viewer.base}/$id`, params: { id } })}
        />
      )}
      <ResultsNotice order={order} viewer={viewer} />
      <OrderNotices order={order} viewer={viewer} />
      {decisions(order)}
      <HeldSpecimens order={order} viewer={viewer} />
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <OrderApprovals order={order} viewer={viewer} />
          <OrderFacts order={order} />
          <OrderSpecimens order={order} viewer={viewer} onOpen={onOpen} />
          {results?.(order)}
          {activity(order, orderEntries(order))}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <OrderShipments order={order} />
          <div id="packages" className="scroll-mt-36 empty:hidden">
            {shipping(order)}
          </div>
          <OrderMoney order={order} viewer={viewer} adjustments={adjustments?.(order)} />
          <OrderDataUse order={order} />
        </div>
      </div>
    </DetailPage>
  );
}

/** One order: progress, specimens, shipments, price, history, and the actions of this user. */
export function OrderPage({ id, ...rest }: OrderPageProps) {
  const viewer = useViewer();
  useOrderChanges(id);
  const { data, error, refetch } = useCall(ORDER_CALLS[viewer.family].one, { params: { id } });
  if (data) return <Loaded key={id} order={data} viewer={viewer} {...rest} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Order" breadcrumbs={[rest.list]}>
      {error ? (
        <EmptyState
          icon={ClipboardList}
          title={missing ? 'Order not found' : 'This page cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing ? 'The order may have been removed, or you don’t have access.' : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the order" />
      )}
    </Page>
  );
}
