import { Percent, Plus, Tags } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { listAdjustments } from '#db/api/billing/price-adjustments.ts';
import { adjustmentStop, takesIntakeFee } from '#db/billing/adjustments/adjustment-actions.ts';
import { PRICE_ADJUSTMENT_STATUS } from '#db/billing/adjustments/price-adjustment.ts';
import type { ShownAdjustment } from '#db/billing/prices/shown-prices.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { NamedOrder } from '#db/values/order-name.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { changeText, formatMoney, sizeText } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { AdjustmentActions, decisionText } from './adjustment-actions.tsx';
import { IntakeFeeDialog, ProposeDialog } from './propose-adjustment.tsx';
import { SalesPriceDialog } from './sales-price-dialog.tsx';

const SpecimenDiscountDialog = lazy(() =>
  import('./specimen-discount-dialog.tsx').then((loaded) => ({ default: loaded.SpecimenDiscountDialog })),
);

/** Opens the entry of the discount per specimen of a draft. */
function SpecimenDiscount({ order }: { order: Pick<ShownOrder, 'id' | 'discountPerSpecimen'> & NamedOrder }) {
  const [dialog, setDialog] = useState({ n: 0, open: false });
  return (
    <>
      <Button icon={Percent} onClick={() => setDialog(({ n }) => ({ n: n + 1, open: true }))}>
        Discount on each specimen
      </Button>
      {dialog.n > 0 && (
        <Suspense fallback={<SlowLoadFallback over />}>
          <SpecimenDiscountDialog
            key={dialog.n}
            order={order}
            open={dialog.open}
            onClose={() => setDialog(({ n }) => ({ n, open: false }))}
          />
        </Suspense>
      )}
    </>
  );
}

type Priced = Pick<
  ShownOrder,
  | 'id'
  | 'status'
  | 'orderClassification'
  | 'discountPerSpecimen'
  | 'subtotal'
  | 'total'
  | 'invoices'
  | 'receivedAt'
  | 'specimens'
> &
  NamedOrder;

function Entry({ row }: { row: ShownAdjustment }) {
  const decided = decisionText(row);
  return (
    <li className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere font-medium">{row.label}</span>
        <StatusBadge display={PRICE_ADJUSTMENT_STATUS[row.status]} />
      </span>
      <span className="tabular-nums">
        {row.total ? `${sizeText(row)}: ${changeText(row.total)}` : sizeText(row)}
      </span>
      <span className="wrap-anywhere text-ink-soft text-sm">
        {`Proposed by ${row.proposedBy ?? 'somebody'}, ${formatDate(row.createdAt, 'shortAtTime')}: ${row.reason}`}
      </span>
      {decided && <span className="wrap-anywhere text-ink-soft text-sm">{decided}</span>}
      <AdjustmentActions row={row} />
    </li>
  );
}

/** Report whether the price of the order can still change. */
function isOpen({ status, invoices }: Priced): boolean {
  const open = (invoices ?? []).filter((one) => one.status !== 'CANCELED' && one.status !== 'VOID');
  const billed = open.length > 0 && open.every(({ issuedAt }) => issuedAt !== null);
  return adjustmentStop(status) === null && !billed;
}

const mayPropose = (role: Role, order: Priced): boolean =>
  may(role, 'lab/price-adjustments:create') && isOpen(order);

/** A discount per specimen is entered before the price is fixed; a rework is free. */
const mayDiscountEach = (role: Role, order: Priced): boolean =>
  mayPropose(role, order) && order.status === 'DRAFT' && order.orderClassification !== 'REWORK';

/** A draft has no price yet, and without entered specimens none can be selected. */
const maySetPrice = (role: Role, order: Priced): boolean =>
  may(role, 'lab/price-adjustments:update') &&
  isOpen(order) &&
  order.status !== 'DRAFT' &&
  order.specimens.some(({ status }) => status !== 'CANCELED');

/** Discounts and fees of an order with authors and decisions, for staff who may read them. */
export function OrderAdjustments({ order, role }: { order: Priced; role: Role }) {
  return may(role, 'lab/price-adjustments:read') ? <Adjustments order={order} role={role} /> : null;
}

function Adjustments({ order, role }: { order: Priced; role: Role }) {
  const { data, error, refetch } = useCall(listAdjustments, {
    query: { orderId: order.id, sort: 'order:asc', limit: 200 },
  });
  const [proposes, setProposes] = useState(false);
  const [sets, setSets] = useState({ n: 0, open: false });
  const intake = takesIntakeFee(role, order);
  const offEach = order.status === 'DRAFT' && order.discountPerSpecimen > 0;
  return (
    <div className="mt-4 flex flex-col gap-2">
      <h3 className="font-semibold">Adjustments</h3>
      {error && !data && (
        <Notice
          tone="danger"
          title={errorText(error)}
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {!error && !data && <Skeleton lines={2} label="Loading the adjustments" />}
      {/* A submitted order shows it with its price. */}
      {offEach && (
        <p>{`${formatMoney(order.discountPerSpecimen)} off each specimen. Decided when the order is submitted.`}</p>
      )}
      {data?.rows.length === 0 && !offEach && (
        <p className="text-ink-soft">No discount or fee was proposed.</p>
      )}
      <ul className="divide-y divide-line">
        {data?.rows.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </ul>
      {data && intake && (
        <>
          <Button icon={Plus} onClick={() => setProposes(true)}>
            Charge intake fee
          </Button>
          <IntakeFeeDialog order={order} open={proposes} onClose={() => setProposes(false)} />
        </>
      )}
      {data && mayPropose(role, order) && (
        <>
          <Button icon={Plus} onClick={() => setProposes(true)}>
            Propose adjustment
          </Button>
          <ProposeDialog order={order} rows={data.rows} open={proposes} onClose={() => setProposes(false)} />
        </>
      )}
      {data && mayDiscountEach(role, order) && <SpecimenDiscount order={order} />}
      {data && maySetPrice(role, order) && (
        <>
          <Button icon={Tags} onClick={() => setSets(({ n }) => ({ n: n + 1, open: true }))}>
            Change price of specimens
          </Button>
          {sets.n > 0 && (
            <SalesPriceDialog
              key={sets.n}
              order={order}
              open={sets.open}
              onClose={() => setSets(({ n }) => ({ n, open: false }))}
            />
          )}
        </>
      )}
    </div>
  );
}
