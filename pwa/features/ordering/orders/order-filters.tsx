import { INVOICE_STATUS_NAME, INVOICE_STATUSES } from '#db/billing/invoices/invoice-status.ts';
import type { OrderChoices } from '#db/ordering/orders/listed-order.ts';
import { ORDER_STATUS, ORDER_STATUSES } from '#db/ordering/orders/order-status.ts';
import {
  ORDER_CLASSIFICATION,
  ORDER_CLASSIFICATIONS,
  ORDER_TYPE,
  ORDER_TYPES,
} from '#db/ordering/orders/order-terms.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { entityFilters, useVisibleEntities } from '#pwa/ui/entity-badge.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';
import type { FilterState, ListFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';

/** Names of the filters, shared by address and server. */
export const ORDER_FILTER_NAMES = [
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
export function OrderFilters({
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
