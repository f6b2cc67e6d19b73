import { useState } from 'react';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { BulkBar } from '#pwa/ui/list/bulk-bar.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import type { ListFilter } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { useTypedSearch } from '#pwa/ui/list/use-typed-search.ts';
import { placeOf, useListQuery } from '#pwa/ui/list/views/use-list-query.ts';
import { Section } from '#pwa/ui/page.tsx';
import { BoxPicture } from '#pwa/ui/plate/box-picture.tsx';
import { dayAndNumber } from '#pwa/ui/plate/color-by.ts';
import { PlateGrid, type WellContent } from '#pwa/ui/plate/plate-grid.tsx';
import { positionsOf } from '#pwa/ui/plate/position-grid.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { TONES } from '#pwa/ui/tone.ts';

interface Tube {
  id: string;
  volume: number;
  place: string;
  at: string;
  tone: (typeof TONES)[number];
}

const TUBES: Tube[] = Array.from({ length: 23 }, (_, at) => ({
  id: `W26-00412-${String(at + 1).padStart(2, '0')}`,
  volume: 120 - at * 3.5,
  place: `Freezer 2 · Box 14 · ${String.fromCharCode(65 + (at % 9))}${Math.floor(at / 9) + 1}`,
  at: `2026-03-${String((at % 27) + 1).padStart(2, '0')}`,
  tone: TONES[at % TONES.length] ?? 'neutral',
}));

const COLUMNS: Column<Tube>[] = [
  {
    id: 'id',
    header: 'Barcode',
    cell: (tube) => <span className="code">{tube.id}</span>,
    sortBy: (tube) => tube.id,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (tube) => <ToneBadge tone={tube.tone} label={tube.tone} />,
    sortBy: (tube) => TONES.indexOf(tube.tone),
  },
  {
    id: 'volume',
    header: 'Volume, µL',
    align: 'right',
    cell: (tube) => tube.volume.toFixed(1),
    sortBy: (tube) => tube.volume,
  },
  { id: 'place', header: 'Location', cell: (tube) => tube.place, sortBy: (tube) => tube.place },
  {
    id: 'at',
    header: 'Received',
    cell: (tube) => <Time value={tube.at} />,
    sortBy: (tube) => tube.at,
    tableOnly: true,
  },
];

const FILTERS: readonly ListFilter[] = [
  {
    name: 'tone',
    label: 'Status',
    multiple: true,
    options: TONES.map((value) => ({ value, label: value })),
  },
  { name: 'at', label: 'Received on', type: 'day' },
];
const FILTER_NAMES = FILTERS.map(({ name }) => name);
const VIEWS: readonly { id: string; label: string; tones: readonly Tube['tone'][] }[] = [
  { id: 'all', label: 'All', tones: [] },
  { id: 'attention', label: 'Needs attention', tones: ['warning', 'danger'] },
  { id: 'done', label: 'Done', tones: ['success'] },
];

/**
 * A list with views, filters, search, selection and row actions: a table from 768 px, cards below. J and K move
 * through the rows, X selects.
 */
export function ListGallery() {
  const query = useListQuery({ filters: FILTER_NAMES, prefix: 'tube-' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['W26-00412-02']));
  const tones = query.filter('tone');
  const [day] = query.filter('at');
  const rows = TUBES.filter(
    (tube) =>
      `${tube.id} ${tube.place}`.toLowerCase().includes(query.search.toLowerCase()) &&
      (tones.length === 0 || tones.includes(tube.tone)) &&
      (day === undefined || tube.at === day),
  );
  return (
    <section aria-label="List" className="flex min-w-0 flex-col gap-2">
      <DataList
        label="Example tubes"
        rows={rows}
        columns={COLUMNS}
        rowKey={(tube) => tube.id}
        rowLabel={(tube) => tube.id}
        onOpen={(tube) => toast.success(`${tube.id} is opened`)}
        selection={{ selected, onSelect: setSelected }}
        rowActions={(tube) => [
          { label: 'Check out', onSelect: () => toast.success(`${tube.id} is checked out`) },
          { label: 'Print label', onSelect: () => toast.success(`The label of ${tube.id} is printed`) },
        ]}
        viewing={query.viewing}
        views={VIEWS.map(({ id, label, tones: viewTones }) => ({
          id,
          label,
          filters: viewTones.length === 0 ? {} : { tone: [...viewTones] },
          count: TUBES.filter(({ tone }) => viewTones.length === 0 || viewTones.includes(tone)).length,
        }))}
        search={useTypedSearch(query.search, query.setSearch)}
        filters={<ListFilters list={query} filters={FILTERS} />}
        onClear={query.narrowed ? query.clear : undefined}
        place={placeOf(query)}
        pageSize={8}
      />
      {selected.size > 0 && (
        <div className="flex flex-wrap gap-2">
          <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
            <Button>{`Print ${selected.size} labels`}</Button>
          </BulkBar>
        </div>
      )}
    </section>
  );
}

const PLATE = positionsOf({ rows: 8, columns: 12 });

function exampleWell(index: number): WellContent {
  if (index === 40)
    return { label: 'Positive control', tone: 'success', mark: '+', short: 'POS', fixed: true };
  if (index === 41)
    return { label: 'No template control', tone: 'neutral', mark: '−', short: 'NTC', fixed: true };
  const barcode = `W26320-${String(index + 1).padStart(4, '0')}-01`;
  const short = dayAndNumber(barcode);
  if (index === 9) return { label: `${barcode}, low volume`, tone: 'warning', mark: '!', short };
  if (index === 17) return { label: `${barcode}, failed`, tone: 'danger', mark: '×', short };
  return { label: barcode, tone: 'progress', short };
}

const START = new Map(PLATE.slice(0, 42).map((well, index) => [well, exampleWell(index)]));

const STATUSES = ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED', 'RECEIVED_QUARANTINED', 'IN_STORAGE'] as const;

/** Tubes of a box; one is checked out, two are in one position. */
const BOXED = positionsOf({ rows: 9, columns: 9 })
  .slice(0, 44)
  .map((position, index) => ({
    id: `tube-${index}`,
    barcode: `W26320-${String(index + 1).padStart(4, '0')}-01`,
    entity: 'WBL' as const,
    status: STATUSES[index % STATUSES.length] ?? 'IN_QUEUE',
    extractedConcentration: index % 4 === 0 ? null : String(index * 3.5),
    remainingVolume: String(120 - index),
    dnaBarcode: index % 3 === 0 ? null : `NB${String(index + 1).padStart(2, '0')}`,
    createdAt: `2026-03-${String((index % 27) + 1).padStart(2, '0')}T09:00:00.000Z`,
    storagePosition: index === 13 ? 'A1' : position,
    custodianUserId: index === 4 ? 'ann' : null,
    checkedOutAt: index === 4 ? '2026-03-28T09:00:00.000Z' : null,
  }));
const SLOT_TEXTS = { nameOf: () => 'Ada Lovelace', timeOf: () => 'Mar 28' };

/** A plate whose wells can be rearranged, and a box with legend and inspector. */
export function GridsGallery() {
  const [wells, setWells] = useState<ReadonlyMap<string, WellContent>>(START);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['B2']));
  const swap = (from: string, to: string): void => {
    const next = new Map(wells);
    const [moved, other] = [wells.get(from), wells.get(to)];
    if (!moved || other?.fixed) return;
    next.set(to, moved);
    if (other) next.set(from, other);
    else next.delete(from);
    setWells(next);
    setSelected(new Set([to]));
  };
  return (
    <div className="grid gap-4 xl:grid-cols-[3fr_2fr]">
      <Section title="Plate">
        <PlateGrid
          label="Example plate"
          wells={wells}
          selected={selected}
          onSelect={setSelected}
          onMove={swap}
        />
      </Section>
      <Section title="Box">
        <BoxPicture name="Example box" rows={9} columns={9} samples={BOXED} slotTexts={SLOT_TEXTS} />
      </Section>
    </div>
  );
}
