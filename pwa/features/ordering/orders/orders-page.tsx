import { ClipboardList, Plus } from 'lucide-react';
import {
  INVOICE_STATUS,
  INVOICE_STATUS_NAME,
  INVOICE_STATUSES,
} from '#db/billing/invoices/invoice-status.ts';
import type { ListedOrder, OrderChoices } from '#db/ordering/orders/listed-order.ts';
import { ORDER_STATUS, ORDER_STATUSES } from '#db/ordering/orders/order-status.ts';
import {
  ORDER_CLASSIFICATION,
  ORDER_CLASSIFICATIONS,
  ORDER_TYPE,
  ORDER_TYPES,
} from '#db/ordering/orders/order-terms.ts';
import { CUSTOMER_ORDER_VIEWS, LAB_ORDER_VIEWS } from '#db/ordering/orders/order-views.ts';
import { requestedKits } from '#db/ordering/shipments/collection-kits.ts';
import { SHIPMENT_STATUS } from '#db/ordering/shipments/shipment-status.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { callUrl } from '#pwa/api/call.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge, entityFilters, useVisibleEntities } from '#pwa/ui/entity-badge.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { FilterState, ListFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useServerList } from '#pwa/ui/list/server-list.tsx';
import { companyColumn, serviceColumn } from '#pwa/ui/list/usual-columns.tsx';
import { ListActions } from '#pwa/ui/list/views/list-actions.tsx';
import { useServerViews } from '#pwa/ui/list/views/use-server-views.ts';
import { countedTabs } from '#pwa/ui/list/views/view-tab-counts.ts';
import { Page } from '#pwa/ui/page.tsx';

const FIRST: readonly Column<ListedOrder>[] = [
  {
    id: 'orderNumber',
    header: 'Order',
    sortable: true,
    cell: ({ orderNumber, entity }) => (
      <>
        <span className="code">{orderNumber}</span>
        <EntityBadge entity={entity} />
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <StatusBadge display={ORDER_STATUS[status]} />,
  },
];

/** A draft has no price yet, which is not the same as being free. */
function Total({ status, total }: Pick<ListedOrder, 'status' | 'total'>) {
  if (status !== 'DRAFT' || total !== 0) return formatMoney(total);
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">Worked out when it is submitted</span>
    </>
  );
}

const REST: readonly Column<ListedOrder>[] = [
  serviceColumn(),
  {
    id: 'specimens',
    header: 'Received',
    align: 'right',
    cell: ({ specimenCount, receivedCount }) => `${receivedCount} of ${specimenCount}`,
  },
  {
    id: 'shipmentStatus',
    header: 'Shipment',
    tableOnly: true,
    cell: ({ shipmentStatus }) => (
      <span className="whitespace-nowrap">{SHIPMENT_STATUS[shipmentStatus].label}</span>
    ),
  },
  {
    id: 'paymentStatus',
    header: 'Payment',
    cell: ({ paymentStatus }) => <StatusBadge display={INVOICE_STATUS[paymentStatus]} />,
  },
  { id: 'total', header: 'Total', align: 'right', cell: (row) => <Total {...row} /> },
  {
    id: 'submittedAt',
    header: 'Submitted',
    sortable: true,
    cell: ({ submittedAt }) => (
      <span className={`whitespace-nowrap ${submittedAt ? '' : 'text-ink-soft'}`}>
        {formatDate(submittedAt) || '—'}
      </span>
    ),
  },
];

const KITS: Column<ListedOrder> = {
  id: 'kits',
  header: 'Kits',
  cell: (row) => <span className="whitespace-nowrap">{requestedKits(row)}</span>,
};

/** The columns of the list; the organization for users who see several, kits on request. */
const orderColumns = (ofSeveral: boolean, withKits: boolean): readonly Column<ListedOrder>[] => [
  ...FIRST,
  ...(ofSeveral ? [companyColumn<ListedOrder>()] : []),
  ...(withKits ? [KITS] : []),
  // The shipment to the lab matters after the kits are sent.
  ...REST.filter(({ id }) => !withKits || id !== 'shipmentStatus'),
];

/** Names of the filters, shared by address and server. */
const FILTER_NAMES = [
  'status',
  'orderType',
  'orderClassification',
  'paymentStatus',
  'protocolId',
  'companyId',
  'projectId',
  'proposals',
  'kits',
  'parcels',
  'entity',
] as const;

const toOptions = (rows: OrderChoices['services']): Option<string>[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Additional filters for staff. */
const OF_STAFF: readonly ListFilter[] = [
  {
    name: 'proposals',
    label: 'Price adjustments',
    options: [{ value: 'OPEN', label: 'To decide' }],
  },
  {
    name: 'kits',
    label: 'Kits',
    options: [{ value: 'TO_SEND', label: 'To send' }],
  },
  {
    name: 'parcels',
    label: 'Shipment',
    options: [{ value: 'LATE', label: 'Late, lost or returned' }],
  },
];
const STATUS: ListFilter = {
  name: 'status',
  label: 'Status',
  multiple: true,
  options: ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS[value].label })),
};
const PAYMENT: ListFilter = {
  name: 'paymentStatus',
  label: 'Payment',
  multiple: true,
  options: INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS_NAME[value] })),
};
const KINDS: readonly ListFilter[] = [
  {
    name: 'orderType',
    label: 'Type',
    options: ORDER_TYPES.map((value) => ({ value, label: ORDER_TYPE[value] })),
  },
  {
    name: 'orderClassification',
    label: 'Work type',
    options: ORDER_CLASSIFICATIONS.map((value) => ({ value, label: ORDER_CLASSIFICATION[value] })),
  },
];

/** List the filters, most used first. The staff filters appear before their choices are loaded. */
function filtersOf(
  choices: OrderChoices | null,
  customer: boolean,
  entities: readonly BusinessEntity[],
): readonly ListFilter[] {
  const { services = [], companies = [], projects = [] } = choices ?? {};
  const service = { name: 'protocolId', label: 'Service', options: toOptions(services) };
  const company = {
    name: 'companyId',
    label: 'Organization',
    options: toOptions(companies),
    multiple: true,
  };
  const project = { name: 'projectId', label: 'Project', options: toOptions(projects) };
  // A single organization leaves no choice.
  const hasSeveralCompanies = choices === null ? !customer : companies.length > 1;
  return [
    STATUS,
    ...(hasSeveralCompanies ? [company] : []),
    service,
    PAYMENT,
    ...(projects.length > 0 ? [project] : []),
    ...entityFilters(entities),
    ...KINDS,
    ...(customer ? [] : OF_STAFF),
  ];
}

/** The filters beside the search. */
function OrderFilters({
  list,
  choices,
  customer,
}: {
  list: FilterState;
  choices: OrderChoices | null;
  customer: boolean;
}) {
  return <ListFilters list={list} filters={filtersOf(choices, customer, useVisibleEntities())} />;
}

interface OrdersPageProps {
  title: string;
  onOpen(orderId: string): void;
  onNewOrder(): void;
  /** Path of this list; order pages are below it. */
  base: '/orders' | '/lab/orders';
}

/** Every order that this user may see: searched, filtered, sorted and paged by the server. */
export function OrdersPage({ title, base, onOpen, onNewOrder }: OrdersPageProps) {
  const { family, customer, hasWizard } = useViewer();
  const calls = ORDER_CALLS[family];
  // The filters wait for their choices, the list does not.
  const choices = useCall(calls.choices, {}).data ?? null;
  const counts = useCall(calls.counts, {}).data;
  const list = useServerList({ call: calls.list, filters: FILTER_NAMES, sort: 'createdAt:desc' });
  const ofSeveral = !customer || (choices !== null && choices.companies.length > 1);
  const columns = orderColumns(ofSeveral, list.filter('kits').length > 0);
  const { viewing } = list.list;
  const views = useServerViews(family);
  const orderNow = hasWizard && (
    <Button variant="primary" icon={Plus} onClick={onNewOrder}>
      New order
    </Button>
  );
  return (
    <Page
      title={title}
      actions={
        <ListActions
          {...{ viewing, columns, main: orderNow, store: views }}
          file={{ path: callUrl(calls.file, {}), listQuery: list.listQuery, total: list.total }}
        />
      }
    >
      <DataList
        {...list.list}
        label={title}
        columns={columns}
        store={views}
        views={countedTabs(customer ? CUSTOMER_ORDER_VIEWS : LAB_ORDER_VIEWS, counts)}
        noun="orders"
        rowKey={({ id }) => id}
        rowLabel={({ orderNumber }) => orderNumber}
        onOpen={({ id }) => onOpen(id)}
        link={({ id }) => ({ to: `${base}/$id`, params: { id } })}
        filters={<OrderFilters list={list} choices={choices} customer={customer} />}
        empty={
          list.narrowed ? undefined : (
            <EmptyState icon={ClipboardList} title="No orders yet" action={orderNow}>
              {hasWizard
                ? 'Choose a service and name your specimens; the order is kept as a draft while you work on it.'
                : 'Orders appear here as soon as somebody enters one.'}
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
