import { useState } from 'react';
import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { TONES } from '#pwa/ui/tone.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

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
  { id: 'place', header: 'Place', cell: (tube) => tube.place, sortBy: (tube) => tube.place },
  {
    id: 'at',
    header: 'Received',
    cell: (tube) => formatDate(tube.at),
    sortBy: (tube) => tube.at,
    tableOnly: true,
  },
];

/** A list: table from 768 px, cards below. */
export function ListGallery() {
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['W26-00412-02']));
  const rows = TUBES.filter((tube) => tube.id.includes(query.trim()));
  return (
    <section aria-label="List" className="min-w-0">
      <DataList
        label="Example tubes"
        rows={rows}
        columns={COLUMNS}
        rowKey={(tube) => tube.id}
        rowLabel={(tube) => tube.id}
        onOpen={() => undefined}
        selection={{ selected, onSelect: setSelected }}
        search={{ value: query, onChange: setQuery }}
        pageSize={8}
      />
    </section>
  );
}
