import { ThemeSwitch } from '#pwa/theme/theme-switch.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { ActionsGallery, FieldsGallery } from './controls-gallery.tsx';
import { JobsTab } from './jobs-tab.tsx';
import { FoundationsGallery, LayoutsGallery } from './layouts-gallery.tsx';
import { GridsGallery, ListGallery } from './list-gallery.tsx';
import { PaymentsTab } from './payments-tab.tsx';
import { RecordsGallery } from './records-gallery.tsx';
import { ServerListGallery } from './server-list-gallery.tsx';
import { ShipmentsTab } from './shipments-tab.tsx';
import { StatesGallery, StatusGallery, VerdictGallery } from './status-gallery.tsx';

/** The reference of the look: every component in every state, for developers. */
function GalleryReference() {
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-ink-soft">
        All screens use these components. Names in gray are the ones to use in code.
      </p>
      <VerdictGallery />
      <StatusGallery />
      <GridsGallery />
      <RecordsGallery />
      <ListGallery />
      <ServerListGallery />
      <FieldsGallery />
      <ActionsGallery />
      <LayoutsGallery />
      <StatesGallery />
      <FoundationsGallery />
    </div>
  );
}

/** Tools for developers: component gallery, simulated shipments and payments, and jobs at another date. */
export const DevToolsPage = () => (
  <Page title="Dev Tools" actions={<ThemeSwitch />}>
    <Tabs
      tabs={[
        { id: 'look', label: 'Components', content: <GalleryReference /> },
        { id: 'parcels', label: 'Shipments', content: <ShipmentsTab /> },
        { id: 'payments', label: 'Card payments', content: <PaymentsTab /> },
        { id: 'jobs', label: 'Jobs', content: <JobsTab /> },
      ]}
    />
  </Page>
);
