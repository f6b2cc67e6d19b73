import { Boxes } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { SAMPLE_STATUS, type Sample } from '#db/samples/sample.ts';
import { capacityOf, fillLevel } from '#db/storage/free-slots.ts';
import {
  holdsPositions,
  isEndPlace,
  STORAGE_TYPE,
  type StorageManagement,
} from '#db/storage/storage-management.ts';
import { type Places, usePeopleNames, useSampleCounts } from '#pwa/replica/hooks/use-places.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

const TONES: Record<'none' | 80 | 90 | 100, Tone> = {
  none: 'success',
  80: 'warning',
  90: 'warning',
  100: 'danger',
};

/** Count the contents of a location: samples where it holds samples, else the locations within it. */
export function countIn(
  place: StorageManagement,
  places: Places,
  samples: ReadonlyMap<string, number>,
): number {
  const inside = places.within(place.id).filter((one) => one.status !== 'RETIRED').length;
  return STORAGE_TYPE[place.type].samples === 'none' ? inside : inside + (samples.get(place.id) ?? 0);
}

// A rack's grid gives the number of boxes.
const limitOf = (place: StorageManagement): StorageManagement =>
  place.capacity === null && !holdsPositions(place.type) && place.rows !== null && place.columns !== null
    ? { ...place, capacity: place.rows * place.columns }
    : place;

/** Occupancy of a location: a bar that changes color at 80, 90 and 100 percent, with the numbers. */
export function CapacityBar({ place, count }: { place: StorageManagement; count: number }) {
  const limited = limitOf(place);
  const capacity = capacityOf(limited);
  const level = fillLevel(limited, count);
  if (capacity === null || level === null)
    return (
      <span className="text-ink-soft text-sm tabular-nums">{count === 0 ? 'empty' : `${count} inside`}</span>
    );
  const alertText = level.alert === 100 ? ', full' : level.alert === null ? '' : `, over ${level.alert}%`;
  return (
    <span
      data-tone={TONES[level.alert ?? 'none']}
      data-alert={level.alert ?? undefined}
      className="flex items-center gap-2"
    >
      <span aria-hidden className="h-2 w-16 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-tone" style={{ width: `${Math.min(100, level.percent)}%` }} />
      </span>
      <span className="text-ink-soft text-sm tabular-nums">{`${count}/${capacity}${alertText}`}</span>
    </span>
  );
}

/** Renders the disposal of the selected samples; `onDone` clears the selection. */
export type Disposal = (samples: readonly Sample[], onDone: () => void) => ReactNode;

interface PlaceContentsProps {
  place: StorageManagement;
  places: Places;
  /** Undefined while they are read. */
  samples: readonly Sample[] | undefined;
  onOpen(id: string): void;
  onOpenSample(id: string): void;
  disposal: Disposal | null;
}

/** Contents of a location: the locations within it, and its samples. */
export function PlaceContents({
  place,
  places,
  samples,
  onOpen,
  onOpenSample,
  disposal,
}: PlaceContentsProps) {
  const inside = places.within(place.id);
  const holdsSamples = STORAGE_TYPE[place.type].samples !== 'none';
  return (
    <>
      {(inside.length > 0 || !holdsSamples) && <Inside place={place} places={places} onOpen={onOpen} />}
      {holdsSamples && <SamplesInside {...{ place, samples, onOpenSample, disposal }} />}
    </>
  );
}

function Inside({
  place,
  places,
  onOpen,
}: Omit<PlaceContentsProps, 'samples' | 'onOpenSample' | 'disposal'>) {
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
      label={`Locations in ${place.name}`}
      rows={inside}
      columns={columns}
      rowKey={(row) => row.id}
      rowLabel={(row) => row.name}
      onOpen={(row) => onOpen(row.id)}
      link={(row) => ({ to: '/lab/inventory/storage-management/$id', params: { id: row.id } })}
      empty={
        <EmptyState icon={Boxes} title="Nothing stored here">
          Move a container here, or create one.
        </EmptyState>
      }
    />
  );
}

function SamplesInside({
  place,
  samples,
  onOpenSample,
  disposal,
}: Omit<PlaceContentsProps, 'places' | 'onOpen'>) {
  const nameOf = usePeopleNames();
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const columns: Column<Sample>[] = [
    {
      id: 'barcode',
      header: 'Sample',
      cell: (row) => (
        <span className="whitespace-nowrap">
          <span className="code">{row.barcode}</span>
          <EntityBadge entity={row.entity} />
        </span>
      ),
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
      link={(row) => ({ to: '/lab/samples/$id', params: { id: row.id } })}
      status={samples ? 'ready' : 'loading'}
      search={{ value: query, onChange: setQuery }}
      initialSort={{ column: 'position', descending: false }}
      empty={
        <EmptyState icon={Boxes} title="No samples here">
          Scan samples, then this location, to move them here.
        </EmptyState>
      }
    />
  );
}
