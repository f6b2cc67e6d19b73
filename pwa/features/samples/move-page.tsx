import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Page } from '#pwa/ui/page.tsx';
import type { Arrival } from './arrival.ts';
import { BulkMovePanel } from './bulk-move-panel.tsx';
import { ContainerMovePanel } from './container-move-panel.tsx';
import type { MoveMode } from './move-modes.ts';
import { PlaceStation } from './place-station.tsx';
import { RackScanPanel } from './rack-scan-panel.tsx';
import { ReRackPanel } from './re-rack-panel.tsx';
import { RecentActsPanel } from './recent-acts-panel.tsx';
import { StockTakePanel } from './stock-take-panel.tsx';

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
export function MovePage({ mode, containerId, arrival, onMode }: MovePageProps) {
  return (
    <Page title="Move samples" breadcrumbs={[{ label: 'Samples', href: '/lab/samples' }]}>
      <div>
        <Segmented label="What to move" options={MODES} value={mode} onChange={onMode} />
      </div>
      {mode === 'samples' && <PlaceStation returning={false} arrival={arrival} />}
      {mode === 'many' && <BulkMovePanel />}
      {mode === 'container' && <ContainerMovePanel containerId={containerId} />}
      {mode === 'rack-scan' && <RackScanPanel containerId={containerId} />}
      {mode === 're-rack' && <ReRackPanel containerId={containerId} />}
      {mode === 'stock-take' && <StockTakePanel containerId={containerId} />}
      {mode !== 'samples' && mode !== 'container' && <RecentActsPanel />}
    </Page>
  );
}
