import { createFileRoute } from '@tanstack/react-router';
import { requireVisitAccess } from '#pwa/app/require-visit-access.ts';
import { RouteError, SignedIn } from '#pwa/app/signed-in.tsx';

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ location }) => requireVisitAccess(location.pathname),
  component: SignedIn,
  errorComponent: RouteError,
});
