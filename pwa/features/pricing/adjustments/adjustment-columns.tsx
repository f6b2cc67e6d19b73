import { PRICE_ADJUSTMENT_STATUS } from '#db/billing/price-adjustment-status.ts';
import type { ShownAdjustment } from '#db/billing/shown-prices.ts';
import { changeText, sizeText } from '#pwa/format/adjustments.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { AdjustmentActions } from './adjustment-actions.tsx';
import { decisionText } from './decision-text.ts';

/** The user's actions, or why a proposal has none. */
const actionsCell = (row: ShownAdjustment) =>
  row.status === 'PROPOSED' && row.acts.length === 0 ? (
    <span className="block text-ink-soft text-sm">Others decide, or the approvals of its order.</span>
  ) : (
    <AdjustmentActions row={row} />
  );

/** The columns of the list; permitted users decide or withdraw in the row. */
export const ADJUSTMENT_COLUMNS: readonly Column<ShownAdjustment>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    cell: ({ orderNumber }) => <span className="code whitespace-nowrap">{orderNumber}</span>,
  },
  { id: 'companyName', header: 'Organization', wide: true, cell: ({ companyName }) => companyName },
  {
    id: 'label',
    header: 'What is proposed',
    wide: true,
    cell: (row) => (
      <span className="block min-w-0">
        <span className="block wrap-anywhere font-medium">{`${row.label}: ${sizeText(row)}`}</span>
        <span className="block wrap-anywhere text-ink-soft text-sm">{row.reason}</span>
      </span>
    ),
  },
  {
    id: 'total',
    header: 'Order total',
    align: 'right',
    wide: true,
    cell: ({ total }) =>
      total ? <span className="whitespace-nowrap tabular-nums">{changeText(total)}</span> : '–',
  },
  { id: 'proposedBy', header: 'Proposed by', cell: ({ proposedBy }) => proposedBy },
  {
    id: 'createdAt',
    header: 'Since',
    sortable: true,
    cell: ({ createdAt }) => formatDate(createdAt, 'shortAtTime'),
  },
  {
    id: 'status',
    header: 'State',
    sortable: true,
    wide: true,
    cell: (row) => (
      <>
        <StatusBadge display={PRICE_ADJUSTMENT_STATUS[row.status]} />
        {row.decidedBy && (
          <span className="block wrap-anywhere text-ink-soft text-sm">{decisionText(row)}</span>
        )}
      </>
    ),
  },
  { id: 'acts', header: 'Decide', wide: true, isAction: true, cell: actionsCell },
];
