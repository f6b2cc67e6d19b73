import { Boxes } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { isEndPlace, STORAGE_TYPE } from '#db/storage/storage-type.ts';
import { type Places, usePeopleNames, useSampleCounts, useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { CapacityBar, countIn } from './capacity-bar.tsx';

/** Renders the disposal of the selected samples; `onDone` clears the selection. */
export type Disposal = (samples: readonly Sample[], onDone: () => void) => ReactNode;

interface PlaceContentsProps {
  place: StorageManagement;
  places: Places;
  onOpen(id: string): void;
  onOpenSample(id: string): void;
  disposal: Disposal | null;
}

/** Contents of a location: the locations within it, and its samples. */
export function PlaceContents({ place, places, onOpen, onOpenSample, disposal }: PlaceContentsProps) {
  const inside = places.within(place.id);
  const holdsSamples = STORAGE_TYPE[place.type].samples !== 'none';
  return (
    <>
      {(inside.length > 0 || !holdsSamples) && <Inside place={place} places={places} onOpen={onOpen} />}
      {holdsSamples && <SamplesInside {...{ place, onOpenSample, disposal }} />}
    </>
  );
}

function Inside({ place, places, onOpen }: Omit<PlaceContentsProps, 'onOpenSample' | 'disposal'>) {
  const inside = places.within(place.id);
  const counts = useSampleCounts(inside.map((one) => one.id)) ?? new Map<string, number>();
  const columns: Column<StorageManagement>[] = [
    { id: 'name', header: 'Place', cell: (row) => row.name, sortBy: (row) => row.name },
    {
      id: 'position',
      header: 'Position',
      cell: (row) => row.positionInParent ?? '',
      sortBy: (row) => row.positionInParent,
    },
    { id: 'kind', header: 'Kind', cell: (row) => STORAGE_TYPE[row.type].label, sortBy: (row) => row.type },
    {
      id: 'full',
      header: 'Inside',
      cell: (row) => <CapacityBar place={row} count={countIn(row, places, counts)} />,
      sortBy: (row) => countIn(row, places, counts),
    },
  ];
  return (
    <DataList
      label={`Places in ${place.name}`}
      rows={inside}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      onOpen={(row) => onOpen(row.id)}
      href={(row) => `/lab/inventory/storage-management/${row.id}`}
      empty={
        <EmptyState icon={Boxes} title="Nothing stands here">
          Move a container here, or create one.
        </EmptyState>
      }
    />
  );
}

function SamplesInside({ place, onOpenSample, disposal }: Omit<PlaceContentsProps, 'places' | 'onOpen'>) {
  const samples = useSamplesIn(place.id);
  const nameOf = usePeopleNames();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns: Column<Sample>[] = [
    {
      id: 'barcode',
      header: 'Sample',
      cell: (row) => <span className="code">{row.barcode}</span>,
      sortBy: (row) => row.barcode,
    },
    {
      id: 'position',
      header: 'Position',
      cell: (row) => row.storagePosition,
      sortBy: (row) => row.storagePosition,
    },
    {
      id: 'status',
      header: 'Status',
      cell: (row) => <StatusBadge display={SAMPLE_STATUS[row.status]} />,
      sortBy: (row) => SAMPLE_STATUS[row.status].rank,
    },
    {
      id: 'holder',
      header: 'Custody',
      cell: (row) => (row.custodianUserId === null ? 'Stored' : `With ${nameOf(row.custodianUserId)}`),
    },
  ];
  const searchText = query.trim().toUpperCase();
  const rows = (samples ?? []).filter(
    (row) => row.barcode.includes(searchText) || row.storagePosition === searchText,
  );
  const selectedRows = rows.filter((row) => selected.has(row.id));
  const canDispose = disposal !== null && !isEndPlace(place.type);
  return (
    <DataList
      label={`Samples in ${place.name}`}
      rows={rows}
      {...(canDispose ? { selection: { selected, onSelect: setSelected } } : {})}
      filters={canDispose && selectedRows.length > 0 && disposal(selectedRows, () => setSelected(new Set()))}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.barcode}
      onOpen={(row) => onOpenSample(row.id)}
      href={(row) => `/lab/samples/${row.id}`}
      status={samples ? 'ready' : 'loading'}
      search={{ value: query, onChange: setQuery }}
      initialSort={{ column: 'position', descending: false }}
      empty={
        <EmptyState icon={Boxes} title="No samples here">
          Move samples here by scanning them, then this place.
        </EmptyState>
      }
    />
  );
}
