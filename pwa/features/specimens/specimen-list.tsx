import type { Order } from '#db/ordering/orders/order.ts';
import type { Service } from '#db/ordering/services/service.ts';
import type { Company } from '#db/organizations/company.ts';
import { areResultsDue, RESULTS_STATES, type ResultsState } from '#db/specimens/results/results-state.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS, SPECIMEN_STATUSES, type SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { entityFilters } from '#pwa/ui/entity-badge.tsx';
import type { ListFilter } from '#pwa/ui/list/filters/list-filter.ts';
import type { ListTab } from '#pwa/ui/list/views/view-tabs.tsx';

/** A specimen as a row of the list. */
export interface SpecimenRow {
  specimen: Specimen;
  orderNumber: string;
  organization: string;
  service: string;
  /** Lab day of receipt, or null. */
  receivedDay: string | null;
}

interface SpecimenFilters {
  search: string;
  /** Empty means every status. */
  statuses: readonly SpecimenStatus[];
  orderId: string;
  receivedDay: string;
  results: ResultsState | '';
  entity: BusinessEntity | '';
}

export const NO_FILTERS: SpecimenFilters = {
  search: '',
  statuses: [],
  orderId: '',
  receivedDay: '',
  results: '',
  entity: '',
};

/** Names of the filters in the address. */
export const FILTER_NAMES = ['status', 'orderId', 'receivedDay', 'results', 'entity'] as const;

/** The built-in views, by the statuses that they show. */
const VIEWS: readonly { id: string; label: string; statuses: readonly SpecimenStatus[] }[] = [
  { id: 'all', label: 'All', statuses: [] },
  { id: 'expected', label: 'Expected', statuses: ['ORDERED', 'SHIPPED', 'DELIVERED'] },
  {
    id: 'action',
    label: 'Action required',
    statuses: ['ACTION_REQUIRED', 'RECEIVED_ON_HOLD', 'RECEIVED_QUARANTINED', 'RECEIVED_AWAITING_INFO'],
  },
  {
    id: 'in-lab',
    label: 'In the lab',
    statuses: [
      'RECEIVED',
      'RECEIVED_AWAITING_OPTIMAL_BATCH',
      'SUPPLEMENTAL',
      'BATCH_ASSIGNED',
      'IN_PROGRESS',
      'RESET',
    ],
  },
  { id: 'failed', label: 'Failed', statuses: ['FAILED_QC', 'FAILED_QC_CANCELED'] },
  { id: 'completed', label: 'Completed', statuses: ['COMPLETED', 'IN_STORAGE'] },
];

/** Build the tabs of the views; counts follow when the rows are read. */
export const specimenTabs = (rows: readonly SpecimenRow[] | undefined): readonly ListTab[] =>
  VIEWS.map(({ id, label, statuses }) => ({
    id,
    label,
    filters: statuses.length === 0 ? {} : { status: [...statuses] },
    count: rows
      ? rows.filter(({ specimen: { status } }) => statuses.length === 0 || statuses.includes(status)).length
      : null,
  }));

/** Parse the filters of an address; an unknown status is dropped. */
export function filtersOf(
  search: string,
  filter: (name: (typeof FILTER_NAMES)[number]) => readonly string[],
): SpecimenFilters {
  const [results = ''] = filter('results');
  const [entity = ''] = filter('entity');
  return {
    search,
    statuses: SPECIMEN_STATUSES.filter((one) => filter('status').includes(one)),
    orderId: filter('orderId')[0] ?? '',
    receivedDay: filter('receivedDay')[0] ?? '',
    results: RESULTS_STATES.find(({ value }) => value === results)?.value ?? '',
    entity: BUSINESS_ENTITIES.find((one) => one === entity) ?? '',
  };
}

/** The statuses in display order. */
export const STATUSES_BY_RANK: readonly SpecimenStatus[] = [...SPECIMEN_STATUSES].sort(
  (a, b) => SPECIMEN_STATUS[a].rank - SPECIMEN_STATUS[b].rank,
);

const textOf = ({ specimen, orderNumber, organization, service }: SpecimenRow): string =>
  [
    specimen.julianId,
    specimen.requisitionNumber,
    specimen.customerSampleId,
    specimen.tubeBarcode,
    specimen.shipmentPlateBarcode,
    SPECIMEN_STATUS[specimen.status].label,
    orderNumber,
    organization,
    service,
  ]
    .join(' ')
    .toLowerCase();

/** What the list shows of specimens beside their own fields. */
interface SpecimenContext {
  orders: readonly Order[];
  companies: readonly Pick<Company, 'id' | 'name'>[];
  services: readonly Pick<Service, 'protocolId' | 'name'>[];
  labTimezone: string;
}

/** Join specimens with their order, its organization and its service. */
export function specimenRows(
  specimens: readonly Specimen[],
  { orders, companies, services, labTimezone }: SpecimenContext,
): SpecimenRow[] {
  const ordersById = new Map(orders.map((row) => [row.id, row]));
  const companyNames = new Map(companies.map(({ id, name }) => [id, name]));
  const serviceNames = new Map(services.map(({ protocolId, name }) => [protocolId, name]));
  return specimens.map((specimen) => {
    const order = ordersById.get(specimen.orderId);
    return {
      specimen,
      orderNumber: order ? orderTitle(order) : '',
      organization: companyNames.get(order?.companyId ?? '') ?? '',
      service: serviceNames.get(order?.protocolId ?? '') ?? '',
      receivedDay: specimen.receivedAt === null ? null : labDayOf(specimen.receivedAt, labTimezone),
    };
  });
}

function matchesResultsFilter(
  specimen: Specimen,
  results: ResultsState,
  workDone: ReadonlySet<string>,
): boolean {
  if (results === 'RELEASED') return specimen.resultsReleasedAt !== null;
  return areResultsDue(specimen) && (specimen.status !== 'IN_PROGRESS' || workDone.has(specimen.id));
}

/** Filter the rows; `workDone` holds the specimens in work with nothing left to do. */
export function filterSpecimens(
  rows: readonly SpecimenRow[],
  filters: SpecimenFilters,
  workDone: ReadonlySet<string> = new Set(),
): SpecimenRow[] {
  const terms = filters.search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (filters.statuses.length > 0 && !filters.statuses.includes(row.specimen.status)) return false;
    if (filters.entity !== '' && row.specimen.entity !== filters.entity) return false;
    if (filters.orderId !== '' && row.specimen.orderId !== filters.orderId) return false;
    if (filters.receivedDay !== '' && row.receivedDay !== filters.receivedDay) return false;
    if (filters.results !== '' && !matchesResultsFilter(row.specimen, filters.results, workDone))
      return false;
    if (terms.length === 0) return true;
    const text = textOf(row);
    return terms.every((term) => text.includes(term));
  });
}

const STATUSES = STATUSES_BY_RANK.map((value) => ({ value, label: SPECIMEN_STATUS[value].label }));

/** The filters by status, order, day of receipt, state of the results and business entity. */
export function specimenFilters(
  orders: readonly Order[],
  entities: readonly BusinessEntity[],
): readonly ListFilter[] {
  // A draft has no specimens in the lab.
  const byNumber = orders
    .filter(({ status }) => status !== 'DRAFT')
    .sort((a, b) => orderTitle(b).localeCompare(orderTitle(a)));
  return [
    { name: 'status', label: 'Status', options: STATUSES, multiple: true },
    {
      name: 'orderId',
      label: 'Order',
      options: byNumber.map((row) => ({ value: row.id, label: orderTitle(row) })),
    },
    { name: 'receivedDay', label: 'Received on', type: 'day' },
    { name: 'results', label: 'Results', options: RESULTS_STATES },
    ...entityFilters(entities),
  ];
}
