import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { DevToolsPage } from '#pwa/app/dev-tools/dev-tools-page.tsx';

const DevTools = () => (
  <OnlineQueries>
    <DevToolsPage />
  </OnlineQueries>
);

export const Route = createFileRoute('/_signed-in/dev-tools')({ component: DevTools });
