import { PackageX } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import type { Sample } from '#db/samples/sample.ts';
import { fillLevel, freeSlots } from '#db/storage/free-slots.ts';
import {
  holdsPositions,
  isEndPlace,
  STORAGE_TYPE,
  type StorageManagement,
} from '#db/storage/storage-management.ts';
import { describeField } from '#db/values/field-types.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { type Places, usePeopleNames, usePlaces, useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { useAbsence } from '#pwa/replica/hooks/use-still-fetching.ts';
import { Absent } from '#pwa/ui/absent.tsx';
import { InlineEdit } from '#pwa/ui/form/inline-edit.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type Breadcrumb, Page, Section } from '#pwa/ui/page.tsx';
import { BoxPicture } from '#pwa/ui/plate/box-picture.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { PlaceActions } from './place-actions.tsx';
import { type Disposal, PlaceContents } from './place-contents.tsx';

interface PlaceDetailProps {
  id: string;
  places: Places;
  /** The samples in the location; undefined while they are read. */
  samples: readonly Sample[] | undefined;
  onOpen(id: string): void;
  onOpenSample(id: string): void;
  /** Recent operations in the location, with undo. */
  recentOperations(id: string): ReactNode;
  /** Renders the disposal of selected samples; null for users who may not dispose. */
  disposal: Disposal | null;
}

/** One location: its details, the picture of its positions, and its contents. */
export function PlaceDetail({
  id,
  places,
  samples,
  onOpen,
  onOpenSample,
  recentOperations,
  disposal,
}: PlaceDetailProps) {
  const place = places.byId.get(id);
  const absence = useAbsence();
  if (!place)
    return (
      <Absent
        noun="place"
        icon={PackageX}
        absence={absence}
        removalText="A retired location leaves the devices after 60 days."
      />
    );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Section title={place.name} actions={<PlaceActions {...{ place, places, samples, onOpen }} />}>
        <PlaceFacts place={place} places={places} />
      </Section>
      {holdsPositions(place.type) && <Picture key={place.id} {...{ place, samples }} />}
      <PlaceContents key={place.id} {...{ place, places, samples, onOpen, onOpenSample, disposal }} />
      {recentOperations(place.id)}
    </div>
  );
}

const NameField = describeField(z.string().trim().min(1).max(500), { label: 'Name' });

/** The name of a location; who may change locations edits it here. */
function PlaceName({ place }: { place: StorageManagement }) {
  const { actor } = useReplica();
  const runOperation = useCheckedOperation();
  const isFixed = isEndPlace(place.type) || place.status === 'RETIRED';
  if (isFixed || !may(actor.role, 'lab/storage-management:update')) return place.name;
  const save = async (name: string): Promise<void> => {
    requireAccepted(await runOperation('change-container', { containerId: place.id, changes: { name } }));
  };
  return (
    <InlineEdit key={place.id} label="Name" value={place.name} field={NameField} onSave={save}>
      {place.name}
    </InlineEdit>
  );
}

function PlaceFacts({ place, places }: { place: StorageManagement; places: Places }) {
  const items = [
    { name: 'Name', value: <PlaceName place={place} /> },
    { name: 'Kind', value: STORAGE_TYPE[place.type].label },
    { name: 'In', value: place.parentId === null ? '' : places.text(place.parentId, place.positionInParent) },
    { name: 'Code', value: place.barcode && <span className="code">{place.barcode}</span> },
    { name: 'Temperature', value: place.temperature === null ? '' : `${place.temperature} °C` },
    { name: 'Size', value: place.rows && place.columns ? `${place.rows} × ${place.columns}` : '' },
    { name: 'Capacity', value: place.capacity === null ? '' : String(place.capacity) },
    { name: 'Only for', value: place.restrictedTo.map(humanize).join(', ') },
    { name: 'Quarantine', value: place.quarantine ? 'Yes' : '' },
  ];
  return <KeyValues items={items.filter((item) => item.value)} />;
}

function Picture({ place, samples }: { place: StorageManagement } & Pick<PlaceDetailProps, 'samples'>) {
  const nameOf = usePeopleNames();
  const slotTexts = useMemo(
    () => ({ nameOf, timeOf: (at: string | null) => formatDate(at, 'shortAtTime') }),
    [nameOf],
  );
  if (!samples) return <Skeleton label="Loading" />;
  const free = freeSlots(place, samples);
  const level = fillLevel(place, samples.length);
  return (
    <Section title={`${countOf(samples.length, 'sample')}, ${free.length} free`}>
      <div className="flex flex-col gap-3">
        {level?.alert && (
          <Notice
            tone={level.alert === 100 ? 'danger' : 'warning'}
            title={
              level.alert === 100 ? `${place.name} is full.` : `${place.name} is over ${level.alert}% full.`
            }
          />
        )}
        <BoxPicture
          name={place.name}
          rows={place.rows ?? 1}
          columns={place.columns ?? 1}
          samples={samples}
          slotTexts={slotTexts}
        />
        <FreeText free={free} />
      </div>
    </Section>
  );
}

function FreeText({ free }: { free: readonly string[] }) {
  if (free.length === 0) return null;
  return (
    <p className="text-ink-soft text-sm">
      {`Free next: ${free.slice(0, 12).join(', ')}${free.length > 12 ? ' …' : ''}`}
    </p>
  );
}

interface PlacePageProps {
  id: string;
  onOpen(id: string): void;
  onOpenSample(id: string): void;
  recentOperations(id: string): ReactNode;
  disposal: Disposal | null;
}

/** The page of one location, with the path to it. */
export function PlacePage({ id, ...detailProps }: PlacePageProps) {
  const places = usePlaces();
  const samples = useSamplesIn(id);
  const path = places?.path(id) ?? [];
  const crumbs: Breadcrumb[] = [
    { label: 'Storage', to: '/lab/inventory/storage-management' },
    ...path.slice(0, -1).map((one) => ({
      label: one.name,
      to: '/lab/inventory/storage-management/$id' as const,
      params: { id: one.id },
    })),
  ];
  return (
    <Page title={path.at(-1)?.name ?? 'Location'} breadcrumbs={crumbs}>
      {places && samples ? (
        <PlaceDetail id={id} places={places} samples={samples} {...detailProps} />
      ) : (
        <Skeleton lines={6} label="Loading" />
      )}
    </Page>
  );
}
