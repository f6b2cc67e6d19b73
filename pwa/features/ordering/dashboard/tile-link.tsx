import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { StatTile } from '#pwa/ui/stat-tile.tsx';

/** A figure that links to the list of what it counts, for users who have that list. */
export function TileLink({
  href,
  ...tile
}: Omit<ComponentProps<typeof StatTile>, 'onOpen'> & { href: string | null }) {
  const router = useRouter();
  return <StatTile {...tile} {...(href ? { onOpen: () => router.history.push(href) } : {})} />;
}
