import { Cloud, Download, PackagePlus, TestTubes } from 'lucide-react';
import { useMemo } from 'react';
import { may } from '#db/access/grants.ts';
import { order } from '#db/ordering/orders/order.ts';
import { service } from '#db/ordering/services/service.ts';
import { company } from '#db/organizations/company.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { unfinishedWork } from '#db/specimens/results/finished-work.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { csvOf } from '#db/values/csv.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { saveFile } from '#pwa/api/save-file.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useDeviceViews } from '#pwa/replica/hooks/use-device-views.ts';
import { useLabTimezone } from '#pwa/replica/hooks/use-lab-timezone.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useStillFetching } from '#pwa/replica/hooks/use-still-fetching.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge, useVisibleEntities } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useTypedSearch } from '#pwa/ui/list/use-typed-search.ts';
import { exportLabel } from '#pwa/ui/list/views/export-menu.tsx';
import { ListActions } from '#pwa/ui/list/views/list-actions.tsx';
import { placeOf, useListQuery } from '#pwa/ui/list/views/use-list-query.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Time } from '#pwa/ui/time.tsx';
import {
  FILTER_NAMES,
  filterSpecimens,
  filtersOf,
  type SpecimenRow,
  specimenFilters,
  specimenRows,
  specimenTabs,
} from './specimen-list.tsx';

const HEADERS = [
  'Julian ID',
  'Requisition',
  'Customer name',
  'Tube',
  'Status',
  'Order',
  'Organization',
  'Service',
  'Received at',
];

/** Format the rows as CSV in lab time, without patient data. */
export const specimensCsv = (rows: readonly SpecimenRow[], timezone: string): string =>
  csvOf([
    HEADERS,
    ...rows.map(({ specimen, orderNumber, organization, service: serviceName }) => [
      specimen.julianId ?? '',
      specimen.requisitionNumber,
      specimen.customerSampleId,
      specimen.tubeBarcode ?? specimen.shipmentPlateLocation ?? '',
      SPECIMEN_STATUS[specimen.status].label,
      orderNumber,
      organization,
      serviceName,
      specimen.receivedAt ? clockText(specimen.receivedAt, timezone) : '',
    ]),
  ]);

const NO_IDS = [''];

/** The specimens in work with nothing left to do; their samples are read only while this filter is set. */
function useWorkDone(specimens: readonly Specimen[] | undefined, isEnabled: boolean): ReadonlySet<string> {
  const inWork = useMemo(
    () => (specimens ?? []).filter(({ status }) => status === 'IN_PROGRESS').map(({ id }) => id),
    [specimens],
  );
  const samples = useRows(sample, { specimenId: isEnabled && inWork.length > 0 ? inWork : NO_IDS });
  return useMemo(() => {
    const bySpecimen = new Map<string, Sample[]>();
    for (const row of samples ?? []) {
      const key = row.specimenId ?? '';
      bySpecimen.set(key, [...(bySpecimen.get(key) ?? []), row]);
    }
    return new Set([...bySpecimen].filter(([, rows]) => unfinishedWork(rows).length === 0).map(([id]) => id));
  }, [samples]);
}

const COLUMNS: readonly Column<SpecimenRow>[] = [
  {
    id: 'julianId',
    header: 'Julian ID',
    cell: ({ specimen: row }) => (
      <span className="whitespace-nowrap">
        {row.julianId ? (
          <span className="code">{row.julianId}</span>
        ) : (
          <span className="text-sm">Not received</span>
        )}
        <EntityBadge entity={row.entity} />
      </span>
    ),
    sortBy: ({ specimen: row }) => row.julianId,
  },
  {
    id: 'requisition',
    header: 'Requisition',
    cell: ({ specimen: row }) => <span className="code">{row.requisitionNumber}</span>,
    sortBy: ({ specimen: row }) => row.requisitionNumber,
  },
  {
    id: 'customer',
    header: 'Customer sample ID',
    cell: ({ specimen: row }) => row.customerSampleId,
    sortBy: ({ specimen: row }) => row.customerSampleId,
  },
  {
    id: 'tube',
    header: 'Container',
    tableOnly: true,
    cell: ({ specimen: row }) => (
      <span className="code">{row.tubeBarcode ?? row.shipmentPlateLocation ?? ''}</span>
    ),
    sortBy: ({ specimen: row }) => row.tubeBarcode ?? row.shipmentPlateLocation,
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ specimen: row }) => <StatusBadge display={SPECIMEN_STATUS[row.status]} />,
    sortBy: ({ specimen: row }) => SPECIMEN_STATUS[row.status].rank,
  },
  {
    id: 'order',
    header: 'Order',
    cell: ({ orderNumber }) => <span className="code">{orderNumber}</span>,
    sortBy: ({ orderNumber }) => orderNumber,
  },
  {
    id: 'organization',
    header: 'Organization',
    cell: ({ organization }) => organization,
    sortBy: ({ organization }) => organization,
  },
  {
    id: 'service',
    header: 'Service',
    tableOnly: true,
    cell: (row) => row.service,
    sortBy: (row) => row.service,
  },
  {
    id: 'received',
    header: 'Received',
    cell: ({ specimen: row }) => <Time value={row.receivedAt} />,
    sortBy: ({ specimen: row }) => row.receivedAt,
  },
];

interface SpecimensPageProps {
  onOpen(specimenId: string): void;
  onReceive(): void;
  /** Link to the server's list, which includes specimens that finished long ago. */
  onShowAll(): void;
}

/** All specimens on this device; the filters are in the address. */
export function SpecimensPage({ onOpen, onReceive, onShowAll }: SpecimensPageProps) {
  const { role } = useReplica().actor;
  const specimens = useRows(specimen);
  const orders = useRows(order);
  const companies = useRows(company);
  const services = useRows(service);
  const timezone = useLabTimezone();
  const query = useListQuery({ filters: FILTER_NAMES, sort: 'received:desc' });
  const filters = filtersOf(query.search, query.filter);
  const { viewing } = query;
  const entities = useVisibleEntities();
  const views = useDeviceViews('lab/specimens');
  const fetching = useStillFetching();
  const all = useMemo(
    () =>
      specimens && orders && companies && services
        ? specimenRows(specimens, { orders, companies, services, labTimezone: timezone })
        : undefined,
    [specimens, orders, companies, services, timezone],
  );
  const workDone = useWorkDone(specimens, filters.results === 'TO_RELEASE');
  const rows = filterSpecimens(all ?? [], filters, workDone);
  const receives = may(role, 'lab/custody:update');
  return (
    <Page
      title="Specimens"
      actions={
        <ListActions
          {...{ viewing, columns: COLUMNS, store: views }}
          actions={[{ label: 'All specimens', icon: Cloud, onSelect: onShowAll }]}
          ownFile={{
            label: exportLabel(rows.length),
            icon: Download,
            // A truncated list would look complete in a file.
            disabled: fetching || rows.length === 0,
            onSelect: () =>
              saveFile(
                new Blob([specimensCsv(rows, timezone)], { type: 'text/csv' }),
                `specimens-${labDayOf(new Date().toISOString(), timezone)}.csv`,
              ),
          }}
          main={
            receives && (
              <Button variant="primary" icon={PackagePlus} onClick={onReceive}>
                Receive shipment
              </Button>
            )
          }
        />
      }
    >
      <DataList
        label="Specimens"
        status={all && (all.length > 0 || !fetching) ? 'ready' : 'loading'}
        rows={rows}
        columns={COLUMNS}
        viewing={viewing}
        views={specimenTabs(all)}
        store={views}
        rowKey={({ specimen: row }) => row.id}
        rowLabel={({ specimen: row }) => row.julianId ?? row.requisitionNumber}
        onOpen={({ specimen: row }) => onOpen(row.id)}
        link={({ specimen: row }) => ({ to: '/lab/specimens/$id', params: { id: row.id } })}
        search={useTypedSearch(query.search, query.setSearch)}
        filters={<ListFilters list={query} filters={specimenFilters(orders ?? [], entities)} />}
        onClear={query.narrowed ? query.clear : undefined}
        noMatchHint="Specimens that finished long ago are under “All specimens”."
        empty={
          <EmptyState icon={TestTubes} title="No specimens on this device">
            They load when this device next reaches the server.
          </EmptyState>
        }
        place={placeOf(query)}
      />
    </Page>
  );
}
