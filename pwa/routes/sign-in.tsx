import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
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
  const { history } = useRouter();
  const next = returnPath(callbackUrl);
  const { session } = useShell();
  // Whoever is signed in goes straight on.
  const pass = error === undefined && session === 'authenticated';
  useEffect(() => {
    if (pass) history.replace(next);
  }, [pass, history, next]);
  const goOn = async () => {
    await sessionWatch().refresh();
    history.replace(next);
  };
  return (
    <AuthenticationLayout>
      <SignInPage errorCode={error} next={next} onSignedIn={goOn} onGo={(path) => history.push(path)} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/sign-in')({ validateSearch: Search, component: SignIn });
