import { capacityOf, fillLevel } from '#db/storage/free-slots.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { holdsPositions, STORAGE_TYPE } from '#db/storage/storage-type.ts';
import type { Places } from '#pwa/replica/hooks/use-places.ts';
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
