import { createRootRoute, Outlet } from '@tanstack/react-router';
import { usePageNavigation } from '#pwa/app/use-page-navigation.ts';

function Root() {
  usePageNavigation();
  return <Outlet />;
}

export const Route = createRootRoute({ component: Root });
