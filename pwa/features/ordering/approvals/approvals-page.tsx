import { CircleCheck, Inbox } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { ListedApproval } from '#db/ordering/approvals/listed-approval.ts';
import {
  APPROVAL_KIND,
  APPROVAL_KINDS,
  APPROVAL_STATUS,
  APPROVAL_STATUSES,
} from '#db/ordering/approvals/order-approval.ts';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import { useViewer, type Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { type ServerList, useServerList } from '#pwa/ui/list/server-list.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { proposalText } from './proposal.ts';

/** The columns of the list; rows that the user may decide have a button. */
const approvalColumns = (
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
    header: 'Created by',
    cell: ({ submittedByName, ownOrder }) => (ownOrder ? 'You' : submittedByName),
  },
  {
    id: 'createdAt',
    header: 'Since',
    sortable: true,
    cell: ({ createdAt }) => <Time value={createdAt} />,
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

interface ListProps {
  viewer: Viewer;
  onOpen(orderId: string): void;
}

function Approvals({
  list,
  label,
  decided,
  viewer,
  onOpen,
  filters,
  emptyState,
}: ListProps & {
  list: ServerList<ListedApproval>;
  label: string;
  decided: boolean;
  filters?: React.ReactNode;
  emptyState: React.ReactNode;
}) {
  const [approval, setApproval] = useState<ListedApproval | null>(null);
  return (
    <>
      <DataList
        {...list.list}
        label={label}
        columns={approvalColumns(setApproval, decided)}
        rowKey={({ id }) => id}
        rowLabel={({ orderNumber }) => orderNumber}
        onOpen={({ orderId }) => onOpen(orderId)}
        link={({ orderId }) => ({ to: `${viewer.base}/$id`, params: { id: orderId } })}
        filters={filters}
        empty={list.narrowed ? undefined : emptyState}
      />
      <DecideDialog approval={approval} family={viewer.family} onClose={() => setApproval(null)} />
    </>
  );
}

/** Undecided approvals that this role decides, oldest first. */
function MyApprovals({ viewer, onOpen }: ListProps) {
  const kind = APPROVAL_KINDS.filter((one) => hasCapability(viewer.role, APPROVAL_KIND[one].capability));
  const list = useServerList({
    call: ORDER_CALLS[viewer.family].approvals,
    sort: 'createdAt:asc',
    query: { status: 'OPEN', kind: kind.length > 0 ? kind : ['none'] },
    prefix: 'mine-',
  });
  return (
    <Approvals
      {...{ list, viewer, onOpen }}
      label="Waiting for me"
      decided={false}
      emptyState={
        <EmptyState icon={CircleCheck} title="No pending approvals">
          You get an email when an order needs your decision.
        </EmptyState>
      }
    />
  );
}

const FILTERS = [
  {
    name: 'status',
    label: 'Decision',
    options: APPROVAL_STATUSES.map((value) => ({ value, label: APPROVAL_STATUS[value].label })),
  },
  {
    name: 'kind',
    label: 'Kind',
    options: APPROVAL_KINDS.map((value) => ({ value, label: APPROVAL_KIND[value].label })),
  },
] as const;

function AllApprovals({ viewer, onOpen }: ListProps) {
  const list = useServerList({
    call: ORDER_CALLS[viewer.family].approvals,
    filters: FILTERS.map(({ name }) => name),
    sort: 'createdAt:desc',
  });
  return (
    <Approvals
      {...{ list, viewer, onOpen }}
      label="All approvals"
      decided
      filters={<ListFilters list={list} filters={FILTERS} />}
      emptyState={
        <EmptyState icon={Inbox} title="No order has needed an approval yet">
          Purchase orders, discounts and orders above a credit limit appear here.
        </EmptyState>
      }
    />
  );
}

/** Orders that wait for approval: those that this user decides first, all others beside them. */
export function ApprovalsPage({
  tab,
  onTab,
  onOpen,
  priceChanges,
}: {
  tab: string;
  onTab(tab: string): void;
  onOpen(orderId: string): void;
  /** Pending discounts and fees, for staff who may read them; they belong to another feature. */
  priceChanges: React.ReactNode;
}) {
  const viewer = useViewer();
  return (
    <Page title="Pending Approvals">
      <Tabs
        value={tab}
        onChange={onTab}
        tabs={[
          { id: 'mine', label: 'Waiting for me', content: <MyApprovals viewer={viewer} onOpen={onOpen} /> },
          { id: 'all', label: 'All approvals', content: <AllApprovals viewer={viewer} onOpen={onOpen} /> },
          ...(priceChanges ? [{ id: 'prices', label: 'Price changes', content: priceChanges }] : []),
        ]}
      />
    </Page>
  );
}
