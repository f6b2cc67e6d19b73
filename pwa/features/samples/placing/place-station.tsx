import { Home, PackageX, Replace, Search, Undo2, X } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { fillLevel, freePlaces, freeSlots } from '#db/storage/free-slots.ts';
import { holdsPositions, type StorageManagement } from '#db/storage/storage-management.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { type Places, usePeopleNames, useSampleCounts, useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { ScanLog } from '#pwa/scanning/scan-log.tsx';
import { ScanStation } from '#pwa/scanning/scan-station.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { BoxPicture } from '#pwa/ui/plate/box-picture.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { DeepLink } from './deep-link.ts';
import type { PlaceStep } from './place-step.ts';
import { usePlaceSession } from './use-place-session.ts';
import { VolumeNow } from './volume-field.tsx';

const MAX_VISIBLE = 8;

interface FreePlacesProps {
  places: Places;
  onChoose(containerId: string): void;
}

/** Lists boxes, racks and plates with free positions, fullest first so that boxes fill up. */
function FreePlaces({ places, onChoose }: FreePlacesProps) {
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

type Session = ReturnType<typeof usePlaceSession>;

const CHOICES = [
  { value: 'AUTO', label: 'Next free position' },
  { value: 'CHOOSE', label: 'I choose it' },
] as const;

const labelOf = (state: PlaceStep, box: string | undefined): string => {
  if (state.step === 'SAMPLE') return box === undefined ? 'Scan a sample' : `Scan a sample for ${box}`;
  if (state.step === 'PLACE') return `Scan the location for ${state.tube.barcode}`;
  if (state.step === 'POSITION') return `Press, type or scan the position for ${state.tube.barcode}`;
  if (state.step === 'OCCUPIED') return `${state.position} is occupied: choose what to do`;
  return `Scan the location for ${state.occupant.barcode}, which makes room`;
};

function Choices({ session, state, returning }: { session: Session; state: PlaceStep; returning: boolean }) {
  const boxId = session.session?.boxId ?? null;
  if (state.step === 'SAMPLE')
    return (
      boxId !== null && (
        <Button icon={X} command="CANCEL" onClick={() => void session.cancel()}>
          {`Stop filling ${session.places?.byId.get(boxId)?.name ?? 'the box'}`}
        </Button>
      )
    );
  const home = returning && state.step === 'PLACE' ? state.tube : null;
  const homeContainer = home?.homeId ? session.places?.byId.get(home.homeId) : undefined;
  return (
    <div className="flex flex-wrap gap-2">
      {home && homeContainer && home.homePosition && (
        <Button
          variant="primary"
          icon={Home}
          busy={session.busy}
          onClick={() => void session.place(homeContainer.id, home.homePosition)}
        >{`Home: ${homeContainer.name}, ${home.homePosition}`}</Button>
      )}
      {state.step === 'OCCUPIED' && state.tube.homeId !== null && (
        <Button icon={Replace} command="SWAP" busy={session.busy} onClick={() => void session.swap()}>
          {`Swap with ${state.occupant.barcode}`}
        </Button>
      )}
      {state.step === 'OCCUPIED' && (
        <Button icon={Undo2} command="DISPLACE" onClick={() => void session.displace()}>
          {`Displace ${state.occupant.barcode}`}
        </Button>
      )}
      <Button icon={X} command="CANCEL" onClick={() => void session.cancel()}>
        Cancel
      </Button>
    </div>
  );
}

function PositionPicture({ session, containerId }: { session: Session; containerId: string }) {
  const samples = useSamplesIn(containerId);
  const nameOf = usePeopleNames();
  const formatters = useMemo(
    () => ({ nameOf, timeOf: (at: string | null) => formatDate(at, 'shortAtTime') }),
    [nameOf],
  );
  const container = session.places?.byId.get(containerId);
  if (!container || !holdsPositions(container.type)) return null;
  return (
    <Section title={container.name}>
      <BoxPicture
        name={container.name}
        rows={container.rows ?? 1}
        columns={container.columns ?? 1}
        samples={samples ?? []}
        slotTexts={formatters}
        onPosition={(position) => void session.place(containerId, position)}
      />
    </Section>
  );
}

interface PlaceStationProps {
  returning: boolean;
  deepLink?: DeepLink;
  /** Shown below the station, and not before it, which would move it. */
  children?: ReactNode;
}

/** Scans a sample, its location, then the next sample; used for check-in and for moves. */
export function PlaceStation({ returning, deepLink, children }: PlaceStationProps) {
  const session = usePlaceSession(returning, deepLink);
  const sessionData = session.session;
  if (!sessionData || !session.places) return <Skeleton label="Loading" />;
  const { state, choice, rows, boxId } = sessionData;
  const box = boxId === null ? undefined : session.places.byId.get(boxId)?.name;
  const placedCount = rows.filter((row) => row.verdict !== 'error').length;
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <ScanStation
            label={labelOf(state, box)}
            verdict={session.verdict}
            actions={<Choices session={session} state={state} returning={returning} />}
          />
          {!session.verdict.current && <Choices session={session} state={state} returning={returning} />}
          {returning && state.step !== 'SAMPLE' && (
            <VolumeNow
              tube={state.tube}
              value={sessionData.volume}
              onChange={(volume) => void session.setVolume(volume)}
            />
          )}
          {(state.step === 'POSITION' || state.step === 'OCCUPIED') && (
            <PositionPicture session={session} containerId={state.containerId} />
          )}
          <div className="flex flex-wrap items-center gap-3">
            <span className="font-medium">Position in a box</span>
            <Segmented
              label="Position in a box"
              options={CHOICES}
              value={choice}
              onChange={(next) => void session.choose(next)}
            />
          </div>
          {(state.step === 'PLACE' || state.step === 'DISPLACE') && (
            <FreePlaces places={session.places} onChoose={(id) => void session.place(id, null)} />
          )}
        </div>
        <Section
          title={`${placedCount} checked in`}
          actions={
            rows.length > 0 && (
              <Button variant="quiet" className="whitespace-nowrap" onClick={() => void session.clear()}>
                Clear the list
              </Button>
            )
          }
        >
          <ScanLog
            label="Checked in"
            rows={rows}
            empty="Scan a sample, then its location; or a box, then its samples."
          />
        </Section>
      </div>
      {children}
    </>
  );
}
