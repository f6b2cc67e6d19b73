import { PackageX, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { fillLevel, freePlaces, freeSlots } from '#db/storage/free-slots.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { holdsPositions } from '#db/storage/storage-type.ts';
import { type Places, useSampleCounts, useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Section } from '#pwa/ui/page.tsx';

const MAX_VISIBLE = 8;

interface FreePlacesProps {
  places: Places;
  onChoose(containerId: string): void;
}

/** Lists boxes, racks and plates with free positions, fullest first so that boxes fill up. */
export function FreePlaces({ places, onChoose }: FreePlacesProps) {
  const [open, setOpen] = useState(false);
  if (!open)
    return (
      <Button icon={Search} onClick={() => setOpen(true)}>
        Find a free position
      </Button>
    );
  return (
    <Section title="Free positions">
      <FreeList places={places} onChoose={onChoose} />
    </Section>
  );
}

function FreeList({ places, onChoose }: FreePlacesProps) {
  const holders = useMemo(
    () => [...places.byId.values()].filter((one) => holdsPositions(one.type) && one.status === 'ACTIVE'),
    [places],
  );
  const counts = useSampleCounts(holders.map((one) => one.id));
  if (!counts) return null;
  const free = holders
    .map((one) => ({ place: one, count: counts.get(one.id) ?? 0 }))
    .filter(({ place, count }) => (freePlaces(place, count) ?? 0) > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_VISIBLE);
  if (free.length === 0)
    return (
      <EmptyState icon={PackageX} title="No position is free">
        Create a box in storage management, or empty one.
      </EmptyState>
    );
  return (
    <ul className="divide-y divide-line">
      {free.map(({ place, count }) => (
        <FreeRow
          key={place.id}
          place={place}
          count={count}
          path={places.text(place.id)}
          onChoose={onChoose}
        />
      ))}
    </ul>
  );
}

function FreeRow(props: {
  place: StorageManagement;
  count: number;
  path: string;
  onChoose(id: string): void;
}) {
  const { place, count, path, onChoose } = props;
  const containerSamples = useSamplesIn(place.id);
  const [next] = freeSlots(place, containerSamples ?? []);
  const level = fillLevel(place, count);
  return (
    <li className="flex flex-wrap items-center gap-3 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span className="block font-semibold">{`${path}${next ? `, ${next}` : ''}`}</span>
        <span className="block text-ink-soft text-sm tabular-nums">
          {`${freePlaces(place, count)} free${level ? `, ${level.percent}% full` : ''}${place.quarantine ? ', quarantine' : ''}`}
        </span>
      </span>
      <Button onClick={() => onChoose(place.id)}>Put it here</Button>
    </li>
  );
}
