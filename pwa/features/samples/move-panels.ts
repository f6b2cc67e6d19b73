import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '#pwa/ui/lazy-component.tsx';
import type { MoveMode } from './move-modes.ts';

/** What every way of moving is told: the container that the person came from. */
interface MovePanelProps {
  containerId?: string | undefined;
}

const lazyPanel = (fetch: () => Promise<ComponentType<MovePanelProps>>): LazyComponent<MovePanelProps> =>
  lazyComponent(fetch);

/** The ways of moving that come when they are chosen: most who open the page move one tube after the other. */
export const MOVE_PANELS: Record<Exclude<MoveMode, 'samples'>, LazyComponent<MovePanelProps>> = {
  many: lazyPanel(() => import('./bulk-move-panel.tsx').then((loaded) => loaded.BulkMovePanel)),
  container: lazyPanel(() =>
    import('./container-move-panel.tsx').then((loaded) => loaded.ContainerMovePanel),
  ),
  'rack-scan': lazyPanel(() => import('./rack-scan-panel.tsx').then((loaded) => loaded.RackScanPanel)),
  're-rack': lazyPanel(() => import('./re-rack-panel.tsx').then((loaded) => loaded.ReRackPanel)),
  'stock-take': lazyPanel(() => import('./stock-take-panel.tsx').then((loaded) => loaded.StockTakePanel)),
};

/** What was done lately and can be undone, below those ways that move many. */
export const RecentOperationsPanel = lazyComponent(() =>
  import('./recent-operations-panel.tsx').then((loaded) => loaded.RecentOperationsPanel),
);

/** Does this way show what was done lately? */
export const showsRecentOperations = (mode: MoveMode): boolean => mode !== 'samples' && mode !== 'container';

/** Fetches what a way of moving needs; null when all of it is here. */
export function loadPanel(mode: MoveMode): Promise<unknown> | null {
  const parts = [
    ...(mode === 'samples' ? [] : [MOVE_PANELS[mode]]),
    ...(showsRecentOperations(mode) ? [RecentOperationsPanel] : []),
  ].filter((part) => !part.isLoaded());
  return parts.length === 0 ? null : Promise.all(parts.map((part) => part.load()));
}
