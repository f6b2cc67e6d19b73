import { createFileRoute, useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { AuthenticationLayout } from '#pwa/app/layouts/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { returnPath } from '#pwa/features/identity/return-path.ts';
import { SignInPage } from '#pwa/features/identity/sign-in-page.tsx';
import { sessionWatch } from '#pwa/replica/session.ts';

const Search = z.object({
  error: z.string().max(100).optional().catch(undefined),
  callbackUrl: z.string().max(2000).optional().catch(undefined),
});

function SignIn() {
  const { error, callbackUrl } = Route.useSearch();
  const router = useRouter();
  const goOn = async () => {
    await sessionWatch().refresh();
    router.history.replace(returnPath(callbackUrl));
  };
  return (
    <AuthenticationLayout entity={useShell().entity}>
      <SignInPage errorCode={error} onSignedIn={goOn} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/sign-in')({ validateSearch: Search, component: SignIn });
