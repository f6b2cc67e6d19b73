import { ThemeSwitch } from '#pwa/theme/theme-switch.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { LookReference } from './look-reference.tsx';
import { ParcelsTab } from './parcels-tab.tsx';
import { PaymentsTab } from './payments-tab.tsx';

/** Tools for developers: component gallery, simulated shipments and payments, and jobs at another date. */
export const DevToolsPage = () => (
  <Page title="Dev Tools" actions={<ThemeSwitch />}>
    <Tabs
      tabs={[
        { id: 'look', label: 'Components', content: <LookReference /> },
        { id: 'parcels', label: 'Parcels', content: <ParcelsTab /> },
        { id: 'payments', label: 'Card payments', content: <PaymentsTab /> },
        { id: 'jobs', label: 'Jobs', content: <JobsTab /> },
      ]}
    />
  </Page>
);
