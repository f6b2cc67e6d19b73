import { type ComponentType, Suspense, use, useMemo } from 'react';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { type LazyComponent, lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { DeepLink } from './deep-link.ts';
import type { MoveMode } from './deep-link-search.ts';
import { PlaceStation } from './place-station.tsx';

/** Props of every move panel: the preselected container. */
interface MovePanelProps {
  containerId?: string | undefined;
}

const lazyPanel = (fetch: () => Promise<ComponentType<MovePanelProps>>): LazyComponent<MovePanelProps> =>
  lazyComponent(fetch);

/** The panels that load on selection: most users only move one tube after the other. */
const MOVE_PANELS: Record<Exclude<MoveMode, 'samples'>, LazyComponent<MovePanelProps>> = {
  many: lazyPanel(() => import('./bulk-move-panel.tsx').then((loaded) => loaded.BulkMovePanel)),
  container: lazyPanel(() =>
    import('./container-move-panel.tsx').then((loaded) => loaded.ContainerMovePanel),
  ),
  'rack-scan': lazyPanel(() => import('./rack-scan-panel.tsx').then((loaded) => loaded.RackScanPanel)),
  're-rack': lazyPanel(() => import('./re-rack-panel.tsx').then((loaded) => loaded.ReRackPanel)),
  'stock-take': lazyPanel(() => import('./stock-take-panel.tsx').then((loaded) => loaded.StockTakePanel)),
};

/** The list of recent undoable operations, below the modes that move many samples. */
const RecentOperationsPanel = lazyComponent(() =>
  import('./recent-operations-panel.tsx').then((loaded) => loaded.RecentOperationsPanel),
);

/** Report whether a mode shows recent operations. */
const showsRecentOperations = (mode: MoveMode): boolean => mode !== 'samples' && mode !== 'container';

/** Load the code of a mode; null when everything is loaded. */
function loadPanel(mode: MoveMode): Promise<unknown> | null {
  const parts = [
    ...(mode === 'samples' ? [] : [MOVE_PANELS[mode]]),
    ...(showsRecentOperations(mode) ? [RecentOperationsPanel] : []),
  ].filter((part) => !part.isLoaded());
  return parts.length === 0 ? null : Promise.all(parts.map((part) => part.load()));
}

const MODES = [
  { value: 'samples', label: 'Samples' },
  { value: 'many', label: 'Many' },
  { value: 'container', label: 'Whole box' },
  { value: 'rack-scan', label: 'Rack scan' },
  { value: 're-rack', label: 'Re-rack' },
  { value: 'stock-take', label: 'Stock-take' },
] as const;

interface MovePageProps {
  mode: MoveMode;
  /** The preselected container, treated as already scanned. */
  containerId?: string | undefined;
  /** The preselected tube. */
  deepLink: DeepLink;
  onMode(mode: MoveMode): void;
}

/** Changes locations: of one sample, many, or a whole box; by rack reader, re-rack, or stock-take. */
export function MovePage(props: MovePageProps) {
  const pendingLoad = useMemo(() => loadPanel(props.mode), [props.mode]);
  return (
    <Suspense
      fallback={
        <SlowLoadFallback>
          <Skeleton lines={4} label="Opening the page" />
        </SlowLoadFallback>
      }
    >
      <MovePageContent {...props} pendingLoad={pendingLoad} />
    </Suspense>
  );
}

/**
 * The page counts as ready once the panel that takes its scans is mounted; an earlier scan is not meant for
 * it.
 */
function MovePageContent({
  mode,
  containerId,
  deepLink,
  onMode,
  pendingLoad,
}: MovePageProps & { pendingLoad: Promise<unknown> | null }) {
  if (pendingLoad) use(pendingLoad);
  const Panel = mode === 'samples' ? null : MOVE_PANELS[mode];
  // The previous mode stays until the next has loaded; if loading fails, its page reports that.
  const choose = async (next: MoveMode): Promise<void> => {
    await Promise.resolve(loadPanel(next)).catch(() => undefined);
    onMode(next);
  };
  return (
    <Page title="Move samples" breadcrumbs={[{ label: 'Samples', to: '/lab/samples' }]}>
      <div>
        <Segmented label="What to move" options={MODES} value={mode} onChange={(next) => void choose(next)} />
      </div>
      {Panel ? (
        <Panel key={mode} containerId={containerId} />
      ) : (
        <PlaceStation returning={false} deepLink={deepLink} />
      )}
      {showsRecentOperations(mode) && <RecentOperationsPanel />}
    </Page>
  );
}
