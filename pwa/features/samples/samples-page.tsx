import { Download, FlaskConicalOff, LogIn, LogOut, Move } from 'lucide-react';
import { useMemo, useState } from 'react';
import { mayVisit } from '#db/access/paths.ts';
import { BATCH_TYPE_FACTS, BATCH_TYPES } from '#db/batches/batch.ts';
import {
  SAMPLE_KIND,
  SAMPLE_KINDS,
  SAMPLE_STATUS,
  SAMPLE_STATUSES,
  type Sample,
} from '#db/samples/sample.ts';
import { STORAGE_TYPE } from '#db/storage/storage-management.ts';
import { csvOf } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { saveFile } from '#pwa/api/save-file.ts';
import { useShell } from '#pwa/app/shell.ts';
import { useDeviceViews } from '#pwa/replica/hooks/use-device-views.ts';
import { useLabTimezone } from '#pwa/replica/hooks/use-lab-timezone.ts';
import { type Places, usePeopleNames, usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { useStillFetching } from '#pwa/replica/hooks/use-still-fetching.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { entityFilters, useVisibleEntities } from '#pwa/ui/entity-badge.tsx';
import { BulkBar } from '#pwa/ui/list/bulk-bar.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { ChoiceFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useTypedSearch } from '#pwa/ui/list/use-typed-search.ts';
import { exportLabel } from '#pwa/ui/list/views/export-menu.tsx';
import { ListActions } from '#pwa/ui/list/views/list-actions.tsx';
import { placeOf, useListQuery } from '#pwa/ui/list/views/use-list-query.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { DisposeOfMany, useMayDispose } from './custody/end-samples-dialog.tsx';
import {
  FILTER_NAMES,
  filtersOf,
  NEWEST,
  sampleColumns,
  useSampleList,
  useSampleTabs,
  WAIT_KIND_LABEL,
  WAIT_KINDS,
} from './sample-list.tsx';

const HEADERS = [
  'Barcode',
  'Status',
  'Stage',
  'Kind',
  'Place',
  'Checked out to',
  'Checked out at',
  'Remaining volume (µL)',
];

/** Lookups for cells that rows hold only as ids, and the time zone. */
interface CellFormatters {
  placeOf(sample: Sample): string;
  nameOf(userId: string | null): string;
  timezone: string;
}

/** Format the list as CSV: one sample per line, with the wording of the list and lab time. */
export const samplesCsv = (rows: readonly Sample[], { placeOf, nameOf, timezone }: CellFormatters): string =>
  csvOf([
    HEADERS,
    ...rows.map((row) => [
      row.barcode,
      SAMPLE_STATUS[row.status].label,
      row.stage ? BATCH_TYPE_FACTS[row.stage].label : '',
      SAMPLE_KIND[row.sampleKind],
      placeOf(row),
      nameOf(row.custodianUserId),
      row.checkedOutAt ? clockText(row.checkedOutAt, timezone) : '',
      row.remainingVolume ?? '',
    ]),
  ]);

const FILTERS: readonly ChoiceFilter[] = [
  {
    name: 'status',
    label: 'Status',
    options: SAMPLE_STATUSES.map((value) => ({ value, label: SAMPLE_STATUS[value].label })),
    multiple: true,
  },
  {
    name: 'stage',
    label: 'Stage',
    options: BATCH_TYPES.map((value) => ({ value, label: BATCH_TYPE_FACTS[value].label })),
  },
  {
    name: 'kind',
    label: 'Kind',
    options: SAMPLE_KINDS.map((value) => ({ value, label: SAMPLE_KIND[value] })),
  },
  {
    name: 'waits',
    label: 'Queue',
    options: WAIT_KINDS.map((value) => ({ value, label: WAIT_KIND_LABEL[value] })),
  },
];

/** Every sample on this device: search, filters, sorting and CSV export. */
export function SamplesPage({ onOpen, onGo }: { onOpen(id: string): void; onGo(link: AppLink): void }) {
  const query = useListQuery({ filters: FILTER_NAMES });
  const { viewing } = query;
  const views = useDeviceViews('lab/samples');
  const fetching = useStillFetching();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const mayDispose = useMayDispose();
  const places = usePlaces();
  const nameOf = usePeopleNames();
  const timezone = useLabTimezone();
  const filters = filtersOf(query.filter);
  const { rows, cut } = useSampleList(filters, query.search, places, nameOf);
  const entities = useVisibleEntities();
  const placeOptions = usePlaceOptions(places);
  const placeName = (row: Sample): string => places?.text(row.storageLocationId, row.storagePosition) ?? '';
  const columns = sampleColumns(placeName, nameOf);
  // Actions apply to visible rows only: a search after the selection excludes the others.
  const selectedRows = rows?.filter((row) => selected.has(row.id)) ?? [];
  const [main, ...pages] = useBenchPages(onGo);
  return (
    <Page
      title="Samples"
      actions={
        <ListActions
          {...{ viewing, columns, store: views }}
          actions={pages}
          ownFile={{
            label: exportLabel(rows?.length ?? 0),
            icon: Download,
            // A truncated list would look complete in a file.
            disabled: fetching || !rows || rows.length === 0,
            onSelect: () =>
              saveFile(
                new Blob([samplesCsv(rows ?? [], { placeOf: placeName, nameOf, timezone })], {
                  type: 'text/csv',
                }),
                `samples-${labDayOf(new Date().toISOString(), timezone)}.csv`,
              ),
          }}
          main={
            main && (
              <Button variant="primary" icon={main.icon} onClick={main.onSelect}>
                {main.label}
              </Button>
            )
          }
        />
      }
      bottomActions={
        selectedRows.length > 0 && (
          <BulkBar count={selectedRows.length} onClear={() => setSelected(new Set())}>
            <DisposeOfMany samples={selectedRows} onDone={() => setSelected(new Set())} />
          </BulkBar>
        )
      }
    >
      {cut && (
        <Notice tone="info" title={`The newest ${NEWEST} samples are listed.`}>
          <p>Choose a status to reach older ones, or scan the tube.</p>
        </Notice>
      )}
      <DataList
        label="Samples"
        rows={rows ?? []}
        columns={columns}
        viewing={viewing}
        views={useSampleTabs()}
        store={views}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.barcode}
        onOpen={(row) => onOpen(row.id)}
        link={(row) => ({ to: '/lab/samples/$id', params: { id: row.id } })}
        {...(mayDispose ? { selection: { selected, onSelect: setSelected } } : {})}
        status={rows && places && (rows.length > 0 || query.narrowed || !fetching) ? 'ready' : 'loading'}
        search={useTypedSearch(query.search, query.setSearch)}
        filters={
          <ListFilters
            list={query}
            filters={[
              ...FILTERS,
              ...entityFilters(entities),
              { name: 'place', label: 'Location', options: placeOptions },
            ]}
          />
        }
        place={placeOf(query)}
        onClear={query.narrowed ? query.clear : undefined}
        empty={
          <EmptyState icon={FlaskConicalOff} title="No samples on this device">
            Receive a shipment, or connect this device to load the lab’s samples.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Every location as an option of a filter. */
function usePlaceOptions(places: Places | undefined) {
  return useMemo(
    () =>
      [...(places?.byId.values() ?? [])].map((place) => ({
        value: place.id,
        label: place.name,
        note: `${STORAGE_TYPE[place.type].label}, ${places?.text(place.parentId) ?? ''}`,
      })),
    [places],
  );
}

const BENCH_PAGES = [
  { path: '/lab/samples/check-out', label: 'Check out', icon: LogOut },
  { path: '/lab/samples/check-in', label: 'Check in', icon: LogIn },
  { path: '/lab/samples/move', label: 'Move', icon: Move },
] as const;

/** The scan pages that this user may open; the first is the main action. */
function useBenchPages(onGo: (link: AppLink) => void) {
  const { siteVariant, user } = useShell();
  const role = user?.role;
  return BENCH_PAGES.filter(({ path }) => role && mayVisit(siteVariant, role, path)).map(
    ({ path, label, icon }) => ({ label, icon, onSelect: () => onGo({ to: path }) }),
  );
}
