import type { Order } from '#db/ordering/orders/order.ts';
import { areResultsDue, RESULTS_STATES, type ResultsState } from '#db/specimens/results/results-state.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS, SPECIMEN_STATUSES, type SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { entityFilters } from '#pwa/ui/entity-badge.tsx';
import type { ListFilter } from '#pwa/ui/list/filters/list-filter.ts';

/** A specimen as a row of the list. */
export interface SpecimenRow {
  specimen: Specimen;
  orderNumber: string;
  /** Lab day of receipt, or null. */
  receivedDay: string | null;
}

interface SpecimenFilters {
  search: string;
  status: SpecimenStatus | '';
  orderId: string;
  receivedDay: string;
  results: ResultsState | '';
  entity: BusinessEntity | '';
}

export const NO_FILTERS: SpecimenFilters = {
  search: '',
  status: '',
  orderId: '',
  receivedDay: '',
  results: '',
  entity: '',
};

/** Names of the filters in the address. */
export const FILTER_NAMES = ['status', 'orderId', 'receivedDay', 'results', 'entity'] as const;

/** Parse the filters of an address; an unknown status is dropped. */
export function filtersOf(
  search: string,
  filter: (name: (typeof FILTER_NAMES)[number]) => readonly string[],
): SpecimenFilters {
  const [status = ''] = filter('status');
  const [results = ''] = filter('results');
  const [entity = ''] = filter('entity');
  return {
    search,
    status: SPECIMEN_STATUSES.find((one) => one === status) ?? '',
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

const textOf = ({ specimen, orderNumber }: SpecimenRow): string =>
  [
    specimen.julianId,
    specimen.requisitionNumber,
    specimen.customerSampleId,
    specimen.tubeBarcode,
    specimen.shipmentPlateBarcode,
    SPECIMEN_STATUS[specimen.status].label,
    orderNumber,
  ]
    .join(' ')
    .toLowerCase();

/** Join specimens with the order data that the list needs. */
export function specimenRows(
  specimens: readonly Specimen[],
  orders: readonly Order[],
  labTimezone: string,
): SpecimenRow[] {
  const numbers = new Map(orders.map(({ id, orderNumber }) => [id, orderNumber]));
  return specimens.map((specimen) => ({
    specimen,
    orderNumber: numbers.get(specimen.orderId) ?? '',
    receivedDay: specimen.receivedAt === null ? null : labDayOf(specimen.receivedAt, labTimezone),
  }));
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
    if (filters.status !== '' && row.specimen.status !== filters.status) return false;
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
    .sort((a, b) => b.orderNumber.localeCompare(a.orderNumber));
  return [
    { name: 'status', label: 'Status', options: STATUSES },
    {
      name: 'orderId',
      label: 'Order',
      options: byNumber.map(({ id, orderNumber }) => ({ value: id, label: orderNumber })),
    },
    { name: 'receivedDay', label: 'Received on', type: 'day' },
    { name: 'results', label: 'Results', options: RESULTS_STATES },
    ...entityFilters(entities),
  ];
}
