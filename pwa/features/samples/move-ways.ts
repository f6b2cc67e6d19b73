import type { ComponentType } from 'react';
import { type LoadedLater, loadedLater } from '#pwa/ui/loaded-later.tsx';
import type { MoveMode } from './move-modes.ts';

/** What every way of moving is told: the container that the person came from. */
interface Came {
  containerId?: string | undefined;
}

const later = (fetch: () => Promise<ComponentType<Came>>): LoadedLater<Came> => loadedLater(fetch);

/** The ways of moving that come when they are chosen: most who open the page move one tube after the other. */
export const WAYS: Record<Exclude<MoveMode, 'samples'>, LoadedLater<Came>> = {
  many: later(() => import('./bulk-move-panel.tsx').then((loaded) => loaded.BulkMovePanel)),
  container: later(() => import('./container-move-panel.tsx').then((loaded) => loaded.ContainerMovePanel)),
  'rack-scan': later(() => import('./rack-scan-panel.tsx').then((loaded) => loaded.RackScanPanel)),
  're-rack': later(() => import('./re-rack-panel.tsx').then((loaded) => loaded.ReRackPanel)),
  'stock-take': later(() => import('./stock-take-panel.tsx').then((loaded) => loaded.StockTakePanel)),
};

/** What was done lately and can be undone, below those ways that move many. */
export const RecentActsPanel = loadedLater(() =>
  import('./recent-acts-panel.tsx').then((loaded) => loaded.RecentActsPanel),
);

/** Does this way show what was done lately? */
export const showsRecentActs = (mode: MoveMode): boolean => mode !== 'samples' && mode !== 'container';

/** Fetches what a way of moving needs; null when all of it is here. */
export function fetchWay(mode: MoveMode): Promise<unknown> | null {
  const parts = [
    ...(mode === 'samples' ? [] : [WAYS[mode]]),
    ...(showsRecentActs(mode) ? [RecentActsPanel] : []),
  ].filter((part) => !part.isHere());
  return parts.length === 0 ? null : Promise.all(parts.map((part) => part.load()));
}
