import { Suspense, use, useMemo } from 'react';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { SlowLoadFallback } from '#pwa/ui/slow-load-fallback.tsx';
import type { DeepLink } from './deep-link.ts';
import type { MoveMode } from './move-modes.ts';
import { loadPanel, MOVE_PANELS, RecentOperationsPanel, showsRecentOperations } from './move-panels.ts';
import { PlaceStation } from './place-station.tsx';

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
    <Page title="Move samples" breadcrumbs={[{ label: 'Samples', href: '/lab/samples' }]}>
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
