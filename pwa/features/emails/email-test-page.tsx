import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { Page } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { OutboxTab } from './outbox-tab.tsx';
import { SamplesTab } from './samples-tab.tsx';

/** Emails of the lab: the outbox, and a sample of every kind to send to oneself. */
export function EmailTestPage({ email }: { email: string }) {
  const { parameters, update } = useQueryParameters();
  return (
    <Page title="Email Test">
      <Tabs
        value={parameters.get('tab') ?? 'outbox'}
        onChange={(tab) => update({ tab: tab === 'outbox' ? null : tab }, { merge: false })}
        tabs={[
          { id: 'outbox', label: 'Outbox', content: <OutboxTab /> },
          { id: 'samples', label: 'Samples', content: <SamplesTab email={email} /> },
        ]}
      />
    </Page>
  );
}
