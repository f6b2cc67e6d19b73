import { ThemeSwitch } from '#pwa/theme/theme-switch.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { GalleryReference } from './gallery-reference.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { PaymentsTab } from './payments-tab.tsx';
import { ShipmentsTab } from './shipments-tab.tsx';

/** Tools for developers: component gallery, simulated shipments and payments, and jobs at another date. */
export const DevToolsPage = () => (
  <Page title="Dev Tools" actions={<ThemeSwitch />}>
    <Tabs
      tabs={[
        { id: 'look', label: 'Components', content: <GalleryReference /> },
        { id: 'parcels', label: 'Parcels', content: <ShipmentsTab /> },
        { id: 'payments', label: 'Card payments', content: <PaymentsTab /> },
        { id: 'jobs', label: 'Jobs', content: <JobsTab /> },
      ]}
    />
  </Page>
);
