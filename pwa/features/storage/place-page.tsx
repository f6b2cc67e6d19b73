import type { ReactNode } from 'react';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Disposal } from './place-contents.tsx';
import { PlaceDetail } from './place-detail.tsx';

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
  const path = places?.path(id) ?? [];
  const crumbs = [
    { label: 'Storage', href: '/lab/inventory/storage-management' },
    ...path
      .slice(0, -1)
      .map((one) => ({ label: one.name, href: `/lab/inventory/storage-management/${one.id}` })),
  ];
  return (
    <Page title={path.at(-1)?.name ?? 'Storage place'} breadcrumbs={crumbs}>
      {places ? (
        <PlaceDetail id={id} places={places} {...detailProps} />
      ) : (
        <Skeleton lines={6} label="Reading this device" />
      )}
    </Page>
  );
}
