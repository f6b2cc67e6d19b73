import { useMemo } from 'react';
import { BATCH_TYPE_FACTS, BATCH_TYPES, type BatchType } from '#db/batches/batch.ts';
import { awaitsConfirmation, CONFIRMABLE } from '#db/samples/failing/failure-decision.ts';
import { findSamplesToStore } from '#db/samples/placing/samples-to-store.ts';
import {
  SAMPLE_KIND,
  SAMPLE_KINDS,
  SAMPLE_STATUS,
  SAMPLE_STATUSES,
  type Sample,
  type SampleKind,
  type SampleStatus,
  sample,
} from '#db/samples/sample.ts';
import type { RowFilter } from '#db/transaction.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import type { ListTab } from '#pwa/ui/list/views/view-tabs.tsx';

/** Maximum number of listed samples when no index narrows the list. */
export const NEWEST = 5_000;

/** The filters as named in the address. */
export const FILTER_NAMES = ['status', 'stage', 'kind', 'place', 'waits', 'entity'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** What a sample may wait for. */
export const WAIT_KINDS = ['CONFIRMATION', 'STORING'] as const;
type WaitKind = (typeof WAIT_KINDS)[number];
export const WAIT_KIND_LABEL: Record<WaitKind, string> = {
  CONFIRMATION: 'To confirm',
  STORING: 'To be stored',
};

/** The active filters; empty means no filter. */
export interface Filters {
  /** Empty means every status. */
  statuses: readonly SampleStatus[];
  stage: BatchType | '';
  kind: SampleKind | '';
  place: string;
  waits: WaitKind | '';
  entity: BusinessEntity | '';
}

const parseFilter = <T extends string>(values: readonly T[], [text]: readonly string[]): T | '' =>
  values.find((value) => value === text) ?? '';

/** Parse the filters of the address; unknown values filter nothing. */
export const filtersOf = (filter: (name: FilterName) => readonly string[]): Filters => ({
  statuses: SAMPLE_STATUSES.filter((one) => filter('status').includes(one)),
  stage: parseFilter(BATCH_TYPES, filter('stage')),
  kind: parseFilter(SAMPLE_KINDS, filter('kind')),
  place: filter('place')[0] ?? '',
  waits: parseFilter(WAIT_KINDS, filter('waits')),
  entity: parseFilter(BUSINESS_ENTITIES, filter('entity')),
});

/** The fields that tell whether a sample is to be stored. */
const STORING_COLLECTIONS = ['specimens', 'samples', 'orders', 'storage'] as const;

/** List the ids of a location and of everything inside it. */
function within(places: Places, id: string): Set<string> {
  const placeIds = new Set([id]);
  for (const next of placeIds) for (const child of places.within(next)) placeIds.add(child.id);
  return placeIds;
}

const whereOf = ({ statuses, waits: waitKind }: Filters): RowFilter<typeof sample> => {
  if (statuses.length > 0) return { status: [...statuses] };
  return waitKind === 'CONFIRMATION' ? { status: [...CONFIRMABLE] } : {};
};

/** The built-in views: the filters of each, and the statuses by which its samples are counted. */
const VIEWS: readonly {
  id: string;
  label: string;
  filters: ListTab['filters'];
  statuses: readonly SampleStatus[];
}[] = [
  { id: 'queue', label: 'In queue', filters: { status: ['IN_QUEUE'] }, statuses: ['IN_QUEUE'] },
  {
    id: 'in-work',
    label: 'In batches',
    filters: { status: ['BATCH_ASSIGNED', 'IN_PROGRESS'] },
    statuses: ['BATCH_ASSIGNED', 'IN_PROGRESS'],
  },
  {
    id: 'quarantined',
    label: 'Quarantined',
    filters: { status: ['RECEIVED_QUARANTINED'] },
    statuses: ['RECEIVED_QUARANTINED'],
  },
  { id: 'to-confirm', label: 'To confirm', filters: { waits: ['CONFIRMATION'] }, statuses: [...CONFIRMABLE] },
  { id: 'to-store', label: 'To be stored', filters: { waits: ['STORING'] }, statuses: [] },
];
const COUNTED_STATUSES = [...new Set(VIEWS.flatMap(({ statuses }) => statuses))];

/** Build the tabs of the list; views that an index finds are counted. */
export function useSampleTabs(): readonly ListTab[] {
  const rows = useRows(sample, { status: COUNTED_STATUSES }, { limit: NEWEST });
  return useMemo(() => {
    const countOf = ({ id, statuses }: (typeof VIEWS)[number]): number | null =>
      rows?.filter((row) => statuses.includes(row.status) && (id !== 'to-confirm' || awaitsConfirmation(row)))
        .length ?? null;
    return [
      { id: 'all', label: 'All', filters: {} },
      ...VIEWS.map((view) => ({
        id: view.id,
        label: view.label,
        filters: view.filters,
        ...(view.statuses.length === 0 ? {} : { count: countOf(view) }),
      })),
    ];
  }, [rows]);
}

/** Read the samples for the filters: all that are to be stored, or what an index finds. */
function useMatchingSamples(filters: Filters): readonly Sample[] | undefined {
  const storing = filters.waits === 'STORING';
  const read = useRows(sample, whereOf(filters), { limit: storing ? 1 : NEWEST });
  const samplesToStore = useRuleRead(STORING_COLLECTIONS, storing ? 'to be stored' : 'nothing', async (tx) =>
    storing ? findSamplesToStore(tx) : null,
  );
  return storing ? (samplesToStore ?? undefined) : read;
}

/** Return what the list shows of a sample, for the search. */
const textOf = (row: Sample, places: Places | undefined, nameOf: (userId: string | null) => string): string =>
  [
    row.barcode,
    SAMPLE_STATUS[row.status].label,
    row.stage ? BATCH_TYPE_FACTS[row.stage].label : '',
    SAMPLE_KIND[row.sampleKind],
    places?.text(row.storageLocationId, row.storagePosition) ?? '',
    nameOf(row.custodianUserId),
  ]
    .join(' ')
    .toUpperCase();

/** List the matching samples, and whether older ones were left out. */
export function useSampleList(
  filters: Filters,
  query: string,
  places: Places | undefined,
  nameOf: (userId: string | null) => string,
) {
  // Indexed filters query the device's store; only then are all matches found, however old.
  const read = useMatchingSamples(filters);
  return useMemo(() => {
    const inside = places && filters.place !== '' ? within(places, filters.place) : null;
    const searchTerms = query.trim().toUpperCase().split(/\s+/).filter(Boolean);
    const rows = read?.filter((row) => {
      const text = searchTerms.length === 0 ? '' : textOf(row, places, nameOf);
      return (
        (filters.stage === '' || row.stage === filters.stage) &&
        (filters.statuses.length === 0 || filters.statuses.includes(row.status)) &&
        (filters.waits !== 'CONFIRMATION' || awaitsConfirmation(row)) &&
        (filters.kind === '' || row.sampleKind === filters.kind) &&
        (filters.entity === '' || row.entity === filters.entity) &&
        (inside === null || (row.storageLocationId !== null && inside.has(row.storageLocationId))) &&
        searchTerms.every((term) => text.includes(term))
      );
    });
    return { rows, cut: (read?.length ?? 0) >= NEWEST };
  }, [read, filters, query, places, nameOf]);
}

/** The columns of the list of samples. */
export const sampleColumns = (
  placeOf: (sample: Sample) => string,
  nameOf: (userId: string | null) => string,
): Column<Sample>[] => [
  {
    id: 'barcode',
    header: 'Barcode',
    cell: (row) => (
      <span className="whitespace-nowrap">
        <span className="code">{row.barcode}</span>
        <EntityBadge entity={row.entity} />
      </span>
    ),
    sortBy: (row) => row.barcode,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1">
        <StatusBadge display={SAMPLE_STATUS[row.status]} />
        {awaitsConfirmation(row) && <ToneBadge tone="warning" label="To confirm" />}
      </span>
    ),
    sortBy: (row) => SAMPLE_STATUS[row.status].rank,
  },
  {
    id: 'stage',
    header: 'Stage',
    cell: (row) => (row.stage ? BATCH_TYPE_FACTS[row.stage].label : ''),
    sortBy: (row) => row.stage,
  },
  {
    id: 'kind',
    header: 'Kind',
    cell: (row) => SAMPLE_KIND[row.sampleKind],
    sortBy: (row) => SAMPLE_KIND[row.sampleKind],
  },
  { id: 'place', header: 'Location', cell: placeOf, sortBy: placeOf },
  {
    id: 'custody',
    header: 'Custody',
    cell: (row) =>
      row.custodianUserId === null ? (
        'Stored'
      ) : (
        <ToneBadge tone="info" label={`With ${nameOf(row.custodianUserId)}`} />
      ),
    sortBy: (row) => nameOf(row.custodianUserId),
  },
  {
    id: 'volume',
    header: 'Volume, µL',
    align: 'right',
    cell: (row) => row.remainingVolume ?? '',
    sortBy: (row) => (row.remainingVolume === null ? null : Number(row.remainingVolume)),
  },
];
