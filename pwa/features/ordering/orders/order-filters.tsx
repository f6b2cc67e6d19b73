import { INVOICE_STATUS, INVOICE_STATUSES } from '#db/billing/invoice-status.ts';
import type { OrderChoices } from '#db/ordering/order-choices.ts';
import { ORDER_CLASSIFICATION, ORDER_CLASSIFICATIONS } from '#db/ordering/order-classification.ts';
import { ORDER_STATUS, ORDER_STATUSES } from '#db/ordering/order-status.ts';
import { ORDER_TYPE, ORDER_TYPES } from '#db/ordering/order-type.ts';
import type { Option } from '#pwa/ui/form/option.ts';
import { type ListFilter, ListFilters } from '#pwa/ui/list/select-filter.tsx';
import type { ServerList } from '#pwa/ui/list/server-list.tsx';

/** Names of the filters, shared by address and server. */
export const FILTER_NAMES = [
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
] as const;

const toOptions = (rows: OrderChoices['services']): Option<string>[] =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** Additional filters for staff. */
const OF_STAFF: readonly ListFilter[] = [
  {
    name: 'proposals',
    label: 'Discounts and fees',
    any: 'Any discounts and fees',
    options: [{ value: 'OPEN', label: 'Proposed, to decide' }],
  },
  {
    name: 'kits',
    label: 'Collection kits',
    any: 'With kits or without',
    options: [{ value: 'TO_SEND', label: 'Kits to send' }],
  },
  {
    name: 'parcels',
    label: 'Parcels',
    any: 'Any parcels',
    options: [{ value: 'LATE', label: 'Late, lost or came back' }],
  },
];
const STATUS: ListFilter = {
  name: 'status',
  label: 'Status',
  any: 'Any status',
  options: ORDER_STATUSES.map((value) => ({ value, label: ORDER_STATUS[value].label })),
};
const PAYMENT: ListFilter = {
  name: 'paymentStatus',
  label: 'Payment',
  any: 'Any payment',
  options: INVOICE_STATUSES.map((value) => ({ value, label: INVOICE_STATUS[value].label })),
};
const KINDS: readonly ListFilter[] = [
  {
    name: 'orderType',
    label: 'Type',
    any: 'All types',
    options: ORDER_TYPES.map((value) => ({ value, label: ORDER_TYPE[value] })),
  },
  {
    name: 'orderClassification',
    label: 'Kind of work',
    any: 'All kinds of work',
    options: ORDER_CLASSIFICATIONS.map((value) => ({ value, label: ORDER_CLASSIFICATION[value] })),
  },
];

/** List the filters, most used first. The staff filters appear before their choices are loaded. */
function filtersOf(choices: OrderChoices | null, customer: boolean): readonly ListFilter[] {
  const { services = [], companies = [], projects = [] } = choices ?? {};
  const service = { name: 'protocolId', label: 'Service', any: 'All services', options: toOptions(services) };
  const company = {
    name: 'companyId',
    label: 'Organization',
    any: 'All organizations',
    options: toOptions(companies),
  };
  const project = { name: 'projectId', label: 'Project', any: 'All projects', options: toOptions(projects) };
  // A single organization leaves no choice.
  const hasSeveralCompanies = choices === null ? !customer : companies.length > 1;
  return [
    STATUS,
    ...(hasSeveralCompanies ? [company] : []),
    service,
    PAYMENT,
    ...(projects.length > 0 ? [project] : []),
    ...KINDS,
    ...(customer ? [] : OF_STAFF),
  ];
}

/** The selects beside the search. */
export function OrderFilters({
  list,
  choices,
  customer,
}: {
  list: Pick<ServerList<unknown>, 'filter' | 'setFilter'>;
  choices: OrderChoices | null;
  customer: boolean;
}) {
  return <ListFilters list={list} filters={filtersOf(choices, customer)} />;
}
