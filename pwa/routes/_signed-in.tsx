import { createFileRoute } from '@tanstack/react-router';
import { refuseEarly } from '#pwa/app/refuse-early.ts';
import { Refused } from '#pwa/app/refused.tsx';
import { SignedIn } from '#pwa/app/signed-in.tsx';

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ location }) => refuseEarly(location.pathname),
  component: SignedIn,
  errorComponent: Refused,
});
