import { createFileRoute, useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { SecondStepPage } from '#pwa/features/identity/second-factor/second-step-page.tsx';
import { returnPath } from '#pwa/features/identity/sign-in/return-path.ts';
import { signOutOfServer } from '#pwa/features/identity/sign-in/session-requests.ts';
import { sessionWatch } from '#pwa/replica/session/session.ts';

const Search = z.object({ callbackUrl: z.string().max(2000).optional().catch(undefined) });

function SecondStep() {
  const { callbackUrl } = Route.useSearch();
  const { history } = useRouter();
  const navigate = Route.useNavigate();
  const goOn = async () => {
    await sessionWatch().refresh();
    history.replace(returnPath(callbackUrl));
  };
  const leave = async () => {
    await signOutOfServer();
    await navigate({ to: '/sign-in', replace: true });
  };
  return (
    <AuthenticationLayout>
      <OnlineQueries>
        <SecondStepPage onSignedIn={goOn} onSignOut={leave} />
      </OnlineQueries>
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/sign-in_/second-factor')({
  validateSearch: Search,
  component: SecondStep,
});
