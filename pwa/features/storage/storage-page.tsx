import { Plus, Warehouse } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { type Places, usePlaces, useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { NothingFound, SearchInput } from '#pwa/ui/list/list-controls.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { useWide } from '#pwa/ui/use-wide.ts';
import { CreatePlaceDialog } from './create-place-dialog.tsx';
import type { Disposal } from './place-contents.tsx';
import { PlaceDetail } from './place-detail.tsx';
import { matchingPlaces, TreeView } from './tree-view.tsx';

interface StoragePageProps {
  /** The location beside the tree. */
  selectedId: string | null;
  onChoose(id: string): void;
  /** Opens the location's own page, where both do not fit. */
  onOpen(id: string): void;
  onOpenSample(id: string): void;
  recentOperations(id: string): ReactNode;
  disposal: Disposal | null;
  /** Lots with an impossible recorded amount; from another feature, passed by the route. */
  toCount: ReactNode;
}

/** All storage: the tree, and beside it the contents of the selected location. */
export function StoragePage(props: StoragePageProps) {
  const { actor } = useReplica();
  const places = usePlaces();
  const [creating, setCreating] = useState(false);
  const mayCreate = may(actor.role, 'lab/storage-management:create');
  return (
    <Page
      title="Storage management"
      actions={
        mayCreate && (
          <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
            New location
          </Button>
        )
      }
    >
      {props.toCount}
      {places ? <Storage {...props} places={places} /> : <Skeleton lines={8} label="Loading" />}
      {places && creating && (
        <CreatePlaceDialog
          places={places}
          parentId={props.selectedId}
          onClose={() => setCreating(false)}
          onCreated={(id) => props.onChoose(id)}
        />
      )}
    </Page>
  );
}

function Storage(props: StoragePageProps & { places: Places }) {
  const { places, selectedId, onChoose, onOpen, onOpenSample, recentOperations, disposal } = props;
  const [query, setQuery] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const clear = () => {
    setQuery('');
    box.current?.focus();
  };
  const [withRetired, setWithRetired] = useState(false);
  const wide = useWide();
  const samples = useSamplesIn(selectedId);
  const matches = matchingPlaces(places, query);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(22rem,2fr)_3fr]">
      <section aria-label="Tree" className="panel flex min-w-0 flex-col gap-2 p-2 md:p-3">
        <SearchInput ref={box} value={query} onChange={setQuery} label="Search locations" />
        <Checkbox label="Show retired locations" value={withRetired} onChange={setWithRetired} />
        {matches?.size === 0 ? (
          <NothingFound onClear={clear}>Search another name or type, or show retired locations.</NothingFound>
        ) : (
          <TreeView
            places={places}
            matches={matches}
            withRetired={withRetired}
            selectedId={selectedId}
            onChoose={wide ? onChoose : onOpen}
          />
        )}
      </section>
      {wide &&
        (selectedId ? (
          <PlaceDetail
            id={selectedId}
            places={places}
            samples={samples}
            onOpenSample={onOpenSample}
            onOpen={onChoose}
            recentOperations={recentOperations}
            disposal={disposal}
          />
        ) : (
          <EmptyState icon={Warehouse} title="Select a location to see its contents" />
        ))}
    </div>
  );
}
