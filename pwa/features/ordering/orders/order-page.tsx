import { ArrowRight, ClipboardList } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { isAwaited, takesMaterial } from '#db/ordering/awaited-specimens.ts';
import type { Continuation } from '#db/ordering/continuation.ts';
import { ORDER_STATUS } from '#db/ordering/order-status.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { PackingSlipButton, packingSlipOf } from '#pwa/printing/packing-slip.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { useWindow } from '#pwa/ui/use-window.ts';
import { LinkedOrders } from '../continuing/linked-orders.tsx';
import { errorText } from '../error-text.ts';
import { useViewer, type Viewer } from '../viewer.ts';
import { EnterSpecimens } from './enter-specimens.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderApprovals } from './order-approvals.tsx';
import { OrderDataUse } from './order-data-use.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderNotices } from './order-notices.tsx';
import { OrderShipments } from './order-shipments.tsx';
import { OrderSpecimens } from './order-specimens.tsx';
import { useOrder } from './use-order.ts';

// Loaded on demand, because few visits to an order continue it.
const ContinueDialog = lazyComponent(() =>
  import('../continuing/continue-dialog.tsx').then((loaded) => loaded.ContinueDialog),
);

interface OrderPageProps {
  id: string;
  /** The list above this page. */
  list: { label: string; href: string };
  onOpen(path: string): void;
  /** Its files, from another feature. */
  files: ReactNode;
  /** Its notes, from another feature. */
  notes: ReactNode;
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
  notes,
  files,
  decisions,
  shipping,
  results,
  adjustments,
}: Omit<OrderPageProps, 'id'> & { order: ShownOrder; viewer: Viewer }) {
  const draft = order.status === 'DRAFT' ? viewer.draftPath(order.id) : null;
  // Received specimens are not packed again.
  const slip = packingSlipOf(
    order.receivedAt === null ? order : { ...order, specimens: order.specimens.filter(isAwaited) },
  );
  const [continuation, setContinuation] = useState<Continuation | null>(null);
  const isDialogMounted = useWindow(continuation !== null);
  return (
    <Page
      title={order.orderNumber}
      breadcrumbs={[list]}
      badge={<StatusBadge display={ORDER_STATUS[order.status]} />}
      actions={
        <>
          {takesMaterial(order, order.specimens) && slip.specimens.length > 0 && (
            <PackingSlipButton slip={slip} />
          )}
          {draft && (
            <Button variant="primary" icon={ArrowRight} onClick={() => onOpen(draft)}>
              Go on with this draft
            </Button>
          )}
          <EnterSpecimens {...{ order, viewer, onOpen }} />
          <OrderActions
            // Roles without the wizard could not edit the draft that a continuation creates.
            order={viewer.newOrder ? order : { ...order, continuations: [] }}
            family={viewer.family}
            onContinue={setContinuation}
            onRemoved={() => onOpen(list.href)}
          />
        </>
      }
    >
      <p className="-mt-2 text-ink-soft">{`${order.serviceName} · ${order.companyName}`}</p>
      <LinkedOrders order={order} base={viewer.base} />
      {isDialogMounted && (
        <ContinueDialog
          {...{ order, viewer, continuation }}
          onClose={() => setContinuation(null)}
          onStarted={(id) => onOpen(viewer.draftPath(id) ?? `${viewer.base}/${id}`)}
        />
      )}
      <OrderNotices order={order} viewer={viewer} />
      {decisions(order)}
      <div className="grid items-start gap-4 xl:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <OrderApprovals order={order} viewer={viewer} />
          <OrderFacts order={order} />
          <OrderSpecimens order={order} viewer={viewer} onOpen={onOpen} />
          {results?.(order)}
          {files}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <OrderShipments order={order} />
          <div id="packages" className="scroll-mt-20 empty:hidden">
            {shipping(order)}
          </div>
          <OrderMoney order={order} viewer={viewer} adjustments={adjustments?.(order)} />
          <OrderDataUse order={order} />
          {notes}
          <OrderHistory order={order} />
        </div>
      </div>
    </Page>
  );
}

/** One order: progress, specimens, shipments, price, history, and the actions of this user. */
export function OrderPage({ id, ...rest }: OrderPageProps) {
  const viewer = useViewer();
  const { data, error, refetch } = useOrder(viewer.family, id);
  if (data) return <Loaded key={id} order={data} viewer={viewer} {...rest} />;
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  return (
    <Page title="Order" breadcrumbs={[rest.list]}>
      {error ? (
        <EmptyState
          icon={ClipboardList}
          title={missing ? 'This order is not here' : 'It cannot be shown'}
          action={!missing && <Button onClick={() => void refetch()}>Try again</Button>}
        >
          {missing
            ? 'It may have been removed, or you may not see it. Go back to the list.'
            : errorText(error)}
        </EmptyState>
      ) : (
        <Skeleton lines={8} label="Loading the order" />
      )}
    </Page>
  );
}
