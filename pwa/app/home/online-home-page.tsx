import { CloudOff } from 'lucide-react';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Page } from '#pwa/ui/page.tsx';

/** The dashboard of users without bench work, while the server cannot be reached. */
export function OnlineHomePage({ name }: { name: string }) {
  return (
    <Page title={`Hello, ${name}`}>
      <EmptyState
        icon={CloudOff}
        title="Your orders cannot be shown now"
        action={<Button onClick={() => window.location.reload()}>Try again</Button>}
      >
        The server cannot be reached. Try again when you are online.
      </EmptyState>
    </Page>
  );
}
