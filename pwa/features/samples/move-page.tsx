import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { BulkMovePanel } from './bulk-move-panel.tsx';
import { ContainerMovePanel } from './container-move-panel.tsx';
import type { MoveMode } from './move-modes.ts';
import { PlaceStation } from './place-station.tsx';
import { RackScanPanel } from './rack-scan-panel.tsx';
import { ReRackPanel } from './re-rack-panel.tsx';
import { StockTakePanel } from './stock-take-panel.tsx';

interface MovePageProps {
  mode: MoveMode;
  /** The container that the person came from, already scanned. */
  containerId?: string | undefined;
  onMode(mode: string): void;
}

/** All that changes where things are: one sample, many, a whole box, a rack by its reader, a spilled box, a count. */
export function MovePage({ mode, containerId, onMode }: MovePageProps) {
  const tabs = [
    { id: 'samples', label: 'Samples', content: <PlaceStation returning={false} /> },
    { id: 'many', label: 'Many at once', content: <BulkMovePanel /> },
    { id: 'container', label: 'Whole box', content: <ContainerMovePanel containerId={containerId} /> },
    { id: 'rack-scan', label: 'Rack scan', content: <RackScanPanel containerId={containerId} /> },
    { id: 're-rack', label: 'Re-rack', content: <ReRackPanel containerId={containerId} /> },
    { id: 'stock-take', label: 'Stock-take', content: <StockTakePanel containerId={containerId} /> },
  ];
  return (
    <Page title="Move samples" breadcrumbs={[{ label: 'Samples', href: '/lab/samples' }]}>
      <Tabs tabs={tabs} value={mode} onChange={onMode} />
    </Page>
  );
}
