import { APPROVAL_KIND } from '#db/ordering/approval-kind.ts';
import { APPROVAL_STATUS } from '#db/ordering/approval-status.ts';
import type { ListedApproval } from '#db/ordering/listed-approval.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { proposalText } from './proposal.ts';

/** The columns of the list; rows that the user may decide have a button. */
export const approvalColumns = (
  onDecide: (row: ListedApproval) => void,
  decided: boolean,
): readonly Column<ListedApproval>[] => [
  {
    id: 'orderNumber',
    header: 'Order',
    cell: ({ orderNumber }) => <span className="code">{orderNumber}</span>,
  },
  {
    id: 'kind',
    header: 'What is proposed',
    sortable: true,
    wide: true,
    cell: (row) => (
      <span className="block min-w-0">
        <span className="block font-medium">{APPROVAL_KIND[row.kind].label}</span>
        {proposalText(row)}
      </span>
    ),
  },
  { id: 'companyName', header: 'Organization', cell: ({ companyName }) => companyName },
  { id: 'serviceName', header: 'Service', tableOnly: true, cell: ({ serviceName }) => serviceName },
  { id: 'total', header: 'Order total', align: 'right', cell: ({ total }) => formatMoney(total) },
  {
    id: 'submittedByName',
    header: 'Entered by',
    cell: ({ submittedByName, ownOrder }) => (ownOrder ? 'You' : submittedByName),
  },
  {
    id: 'createdAt',
    header: 'Since',
    sortable: true,
    cell: ({ createdAt }) => formatDate(createdAt, 'shortAtTime'),
  },
  ...(decided
    ? [
        {
          id: 'status',
          header: 'Decision',
          sortable: true,
          wide: true,
          cell: ({ status, reason }: ListedApproval) => (
            <>
              <StatusBadge display={APPROVAL_STATUS[status]} />
              {reason && <span className="block wrap-anywhere text-ink-soft text-sm">{reason}</span>}
            </>
          ),
        },
      ]
    : []),
  {
    id: 'decide',
    header: 'Decide',
    wide: true,
    isAction: true,
    cell: (row) =>
      row.mine && (
        <Button
          className="relative z-10"
          variant="primary"
          aria-label={`Decide ${APPROVAL_KIND[row.kind].label} of ${row.orderNumber}`}
          onClick={() => onDecide(row)}
        >
          Decide
        </Button>
      ),
  },
];
