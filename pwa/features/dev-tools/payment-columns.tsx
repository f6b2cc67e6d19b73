import type { DisputeMove, SimulatedPayment, SimulatedState } from '#db/billing/simulated-payment.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

/** Label and tone of each state of a simulated payment. */
export const SIMULATED_STATE: Record<SimulatedState, { label: string; tone: Tone }> = {
  OPEN: { label: 'Waits for a card', tone: 'neutral' },
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
export const paymentColumns = ({ busy, onDispute }: PaymentActions): readonly Column<SimulatedPayment>[] => [
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: ({ orderNumber }) => <span className="code">{orderNumber}</span>,
  },
  {
    id: 'state',
    header: 'State',
    sortable: true,
    cell: ({ state, waiting }) => (
      <span className="flex flex-wrap gap-1">
        <ToneBadge {...SIMULATED_STATE[state]} />
        {waiting > 0 && <ToneBadge tone="warning" label="Being told" />}
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
    header: 'Begun',
    sortable: true,
    cell: ({ createdAt }) => formatDate(createdAt, 'shortAtTime'),
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
