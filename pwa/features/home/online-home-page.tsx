import { Inbox } from 'lucide-react';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page } from '#pwa/ui/page.tsx';

/** The dashboard of people who do not work at the bench: says truthfully that nothing waits for them here. */
export function OnlineHomePage({ name }: { name: string }) {
  return (
    <Page title={`Hello, ${name}`}>
      <EmptyState icon={Inbox} title="Nothing waits for you">
        Choose a page from the menu.
      </EmptyState>
    </Page>
  );
}
