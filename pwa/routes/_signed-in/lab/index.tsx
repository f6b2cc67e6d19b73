import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '#pwa/app/overview-page.tsx';

export const Route = createFileRoute('/_signed-in/lab/')({
  component: () => <OverviewPage path="/lab" />,
});
