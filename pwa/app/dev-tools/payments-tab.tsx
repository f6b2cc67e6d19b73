import { CreditCard } from 'lucide-react';
import { disputeSimulatedPayment, listSimulatedPayments } from '#db/api/billing/payments.ts';
import {
  type DisputeMove,
  SIMULATED_STATES,
  type SimulatedPayment,
  type SimulatedState,
} from '#db/billing/payments/simulated-payment.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { OrderName } from '#pwa/ui/order-name.tsx';
import { Time } from '#pwa/ui/time.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { useSimulatorUpdates } from './use-simulator-updates.ts';

/** Label and tone of each state of a simulated payment. */
const SIMULATED_STATE: Record<SimulatedState, { label: string; tone: Tone }> = {
  OPEN: { label: 'Awaiting card', tone: 'neutral' },
  PROCESSING: { label: 'Processing', tone: 'progress' },
  PAID: { label: 'Paid', tone: 'success' },
  DISPUTED: { label: 'Disputed', tone: 'danger' },
  DISPUTE_WON: { label: 'Dispute won', tone: 'success' },
  DISPUTE_LOST: { label: 'Dispute lost', tone: 'danger' },
  REFUNDED: { label: 'Refunded', tone: 'neutral' },
  CANCELED: { label: 'Canceled', tone: 'neutral' },
};

type Move = DisputeMove['dispute'];
const MOVES: Partial<Record<SimulatedState, readonly { dispute: Move; label: string }[]>> = {
  PAID: [{ dispute: 'open', label: 'The owner disputes it' }],
  DISPUTED: [
    { dispute: 'won', label: 'The lab wins the dispute' },
    { dispute: 'lost', label: 'The lab loses the dispute' },
  ],
};

interface PaymentActions {
  busy: boolean;
  onDispute(row: SimulatedPayment, dispute: Move): void;
}

/** The columns of the list of simulated payments, with the actions of card owners and banks. */
const paymentColumns = ({ busy, onDispute }: PaymentActions): readonly Column<SimulatedPayment>[] => [
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: (row) => <OrderName order={row} />,
  },
  {
    id: 'state',
    header: 'State',
    sortable: true,
    cell: ({ state, waiting }) => (
      <span className="flex flex-wrap gap-1">
        <ToneBadge {...SIMULATED_STATE[state]} />
        {waiting > 0 && <ToneBadge tone="warning" label="Sending" />}
      </span>
    ),
  },
  {
    id: 'amount',
    header: 'Amount',
    sortable: true,
    align: 'right',
    cell: ({ amount, refunded }) =>
      refunded > 0 ? `${formatMoney(amount)}, ${formatMoney(refunded)} refunded` : formatMoney(amount),
  },
  {
    id: 'companyName',
    header: 'Organization',
    sortable: true,
    cell: ({ companyName }) => companyName,
  },
  {
    id: 'createdAt',
    header: 'Started',
    sortable: true,
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
  {
    id: 'dispute',
    header: 'Dispute',
    cell: (row) => {
      const moves = MOVES[row.state] ?? [];
      return moves.length === 0 ? null : (
        <ActionsMenu
          label="Dispute"
          actions={moves.map(({ dispute, label }) => ({
            label,
            disabled: busy,
            onSelect: () => onDispute(row, dispute),
          }))}
        />
      );
    },
  },
];

const STATES = SIMULATED_STATES.map((value) => ({ value, label: SIMULATED_STATE[value].label }));

/**
 * Payments with test cards; the card owner disputes a payment and the bank decides, reported as Stripe would.
 */
export function PaymentsTab() {
  const payments = useServerList({
    call: listSimulatedPayments,
    filters: ['state'],
    sort: 'createdAt:desc',
    prefix: 'payments-',
  });
  const move = useCallMutation(disputeSimulatedPayment);
  useSimulatorUpdates(payments.refetch);
  return (
    <div className="flex flex-col gap-3">
      {move.error && <Notice tone="danger" title={errorText(move.error)} />}
      <DataList
        {...payments.list}
        label="Card payments"
        columns={paymentColumns({
          busy: move.isPending,
          onDispute: ({ id }, dispute) =>
            move.mutate({ params: { id }, body: { dispute } }, { onError: payments.refetch }),
        })}
        rowKey={({ id }) => id}
        rowLabel={orderTitle}
        filters={
          <ListFilters list={payments} filters={[{ name: 'state', label: 'Status', options: STATES }]} />
        }
        empty={
          payments.narrowed ? undefined : (
            <EmptyState icon={CreditCard} title="Nothing was paid with a test card yet">
              Pay an order or an invoice with one of the test cards. Its payment then appears here.
            </EmptyState>
          )
        }
      />
    </div>
  );
}
