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
  /** The container that the person came from, already scanned. */
  containerId?: string | undefined;
  /** The tube that the person came with. */
  deepLink: DeepLink;
  onMode(mode: MoveMode): void;
}

/** All that changes where things are: one sample, many, a whole box, a rack by its reader, a spilled box, a count. */
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

/** The page stands when what takes its scans does: a scan that comes sooner is not for a page that nobody sees yet. */
function MovePageContent({
  mode,
  containerId,
  deepLink,
  onMode,
  pendingLoad,
}: MovePageProps & { pendingLoad: Promise<unknown> | null }) {
  if (pendingLoad) use(pendingLoad);
  const Panel = mode === 'samples' ? null : MOVE_PANELS[mode];
  // The way that is left stays until the next is here; should it not come, its page says so.
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
