import type { ComponentType } from 'react';
import { type LazyComponent, lazyComponent } from '#pwa/ui/lazy-component.tsx';
import type { MoveMode } from './move-modes.ts';

/** Props of every move panel: the preselected container. */
interface MovePanelProps {
  containerId?: string | undefined;
}

const lazyPanel = (fetch: () => Promise<ComponentType<MovePanelProps>>): LazyComponent<MovePanelProps> =>
  lazyComponent(fetch);

/** The panels that load on selection: most users only move one tube after the other. */
export const MOVE_PANELS: Record<Exclude<MoveMode, 'samples'>, LazyComponent<MovePanelProps>> = {
  many: lazyPanel(() => import('./bulk-move-panel.tsx').then((loaded) => loaded.BulkMovePanel)),
  container: lazyPanel(() =>
    import('./container-move-panel.tsx').then((loaded) => loaded.ContainerMovePanel),
  ),
  'rack-scan': lazyPanel(() => import('./rack-scan-panel.tsx').then((loaded) => loaded.RackScanPanel)),
  're-rack': lazyPanel(() => import('./re-rack-panel.tsx').then((loaded) => loaded.ReRackPanel)),
  'stock-take': lazyPanel(() => import('./stock-take-panel.tsx').then((loaded) => loaded.StockTakePanel)),
};

/** The list of recent undoable operations, below the modes that move many samples. */
export const RecentOperationsPanel = lazyComponent(() =>
  import('./recent-operations-panel.tsx').then((loaded) => loaded.RecentOperationsPanel),
);

/** Report whether a mode shows recent operations. */
export const showsRecentOperations = (mode: MoveMode): boolean => mode !== 'samples' && mode !== 'container';

/** Load the code of a mode; null when everything is loaded. */
export function loadPanel(mode: MoveMode): Promise<unknown> | null {
  const parts = [
    ...(mode === 'samples' ? [] : [MOVE_PANELS[mode]]),
    ...(showsRecentOperations(mode) ? [RecentOperationsPanel] : []),
  ].filter((part) => !part.isLoaded());
  return parts.length === 0 ? null : Promise.all(parts.map((part) => part.load()));
}
