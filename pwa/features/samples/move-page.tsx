import { Suspense, use, useMemo } from 'react';
import { ComesLate } from '#pwa/ui/comes-late.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { Arrival } from './arrival.ts';
import type { MoveMode } from './move-modes.ts';
import { fetchWay, RecentActsPanel, showsRecentActs, WAYS } from './move-ways.ts';
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
  arrival: Arrival;
  onMode(mode: MoveMode): void;
}

/** All that changes where things are: one sample, many, a whole box, a rack by its reader, a spilled box, a count. */
export function MovePage(props: MovePageProps) {
  const coming = useMemo(() => fetchWay(props.mode), [props.mode]);
  return (
    <Suspense
      fallback={
        <ComesLate>
          <Skeleton lines={4} label="Opening the page" />
        </ComesLate>
      }
    >
      <Opened {...props} coming={coming} />
    </Suspense>
  );
}

/** The page stands when what takes its scans does: a scan that comes sooner is not for a page that nobody sees yet. */
function Opened({
  mode,
  containerId,
  arrival,
  onMode,
  coming,
}: MovePageProps & { coming: Promise<unknown> | null }) {
  if (coming) use(coming);
  const Way = mode === 'samples' ? null : WAYS[mode];
  // The way that is left stays until the next is here; should it not come, its page says so.
  const choose = async (next: MoveMode): Promise<void> => {
    await Promise.resolve(fetchWay(next)).catch(() => undefined);
    onMode(next);
  };
  return (
    <Page title="Move samples" breadcrumbs={[{ label: 'Samples', href: '/lab/samples' }]}>
      <div>
        <Segmented label="What to move" options={MODES} value={mode} onChange={(next) => void choose(next)} />
      </div>
      {Way ? (
        <Way key={mode} containerId={containerId} />
      ) : (
        <PlaceStation returning={false} arrival={arrival} />
      )}
      {showsRecentActs(mode) && <RecentActsPanel />}
    </Page>
  );
}
