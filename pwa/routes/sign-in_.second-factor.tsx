import { createFileRoute, useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { AuthenticationLayout } from '#pwa/app/layouts/authentication-layout.tsx';
import { returnPath } from '#pwa/features/identity/return-path.ts';
import { signOutOfServer } from '#pwa/features/identity/sign-out.ts';
import { SecondStepPage } from '#pwa/features/second-factor/second-step-page.tsx';
import { sessionWatch } from '#pwa/replica/session.ts';

const Search = z.object({ callbackUrl: z.string().max(2000).optional().catch(undefined) });

function SecondStep() {
  const { callbackUrl } = Route.useSearch();
  const { history } = useRouter();
  const goOn = async () => {
    await sessionWatch().refresh();
    history.replace(returnPath(callbackUrl));
  };
  const leave = async () => {
    await signOutOfServer();
    history.replace('/sign-in');
  };
  return (
    <AuthenticationLayout>
      <SecondStepPage onSignedIn={goOn} onSignOut={leave} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/sign-in_/second-factor')({
  validateSearch: Search,
  component: SecondStep,
});
