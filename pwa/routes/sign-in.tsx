import { createFileRoute, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { readSignInStep } from '#db/api/identity/second-factor.ts';
import { call } from '#pwa/api/call.ts';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { returnPath } from '#pwa/features/identity/sign-in/return-path.ts';
import { SignInPage } from '#pwa/features/identity/sign-in/sign-in-page.tsx';
import { sessionWatch } from '#pwa/replica/session/session.ts';
import { readParkedPeople } from '#pwa/replica/session/session-store.ts';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';

const Search = z.object({
  error: z.string().max(100).optional().catch(undefined),
  callbackUrl: z.string().max(2000).optional().catch(undefined),
});

const PeopleHere = lazyComponent(() =>
  import('#pwa/app/lock/parked-people.tsx').then((loaded) => loaded.ParkedPeople),
);

/** Check whether a user's session waits on this device. */
function useIsShared(): boolean {
  const [isShared, setShared] = useState(false);
  useEffect(() => {
    let isActive = true;
    readParkedPeople().then(
      (people) => isActive && setShared(people.length > 0),
      () => undefined,
    );
    return () => {
      isActive = false;
    };
  }, []);
  return isShared;
}

function SignIn() {
  const { error, callbackUrl } = Route.useSearch();
  const { history } = useRouter();
  const next = returnPath(callbackUrl);
  const { session } = useShell();
  // A signed-in user is redirected at once.
  const pass = error === undefined && session === 'authenticated';
  useEffect(() => {
    if (pass) history.replace(next);
  }, [pass, history, next]);
  const navigate = Route.useNavigate();
  const openSecondStep = useCallback(
    () => navigate({ to: '/sign-in/second-factor', search: { callbackUrl: next }, replace: true }),
    [navigate, next],
  );
  const goOn = async () => {
    await sessionWatch().refresh();
    const isOpen = sessionWatch().state.value.status === 'authenticated';
    if (isOpen) history.replace(next);
    else await openSecondStep();
  };
  // Google and email links return here when the second factor is still missing.
  useEffect(() => {
    if (session !== 'unauthenticated' || !navigator.onLine) return;
    call(readSignInStep, {}).then(
      ({ step }) => (step === 'NONE' ? undefined : openSecondStep()),
      () => undefined,
    );
  }, [session, openSecondStep]);
  const isShared = useIsShared();
  return (
    <AuthenticationLayout>
      <SignInPage errorCode={error} next={next} onSignedIn={goOn} onGo={(path) => history.push(path)} />
      {isShared && <PeopleHere onResumed={() => void goOn()} />}
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/sign-in')({ validateSearch: Search, component: SignIn });
