import { createFileRoute, useRouter } from '@tanstack/react-router';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { SignOutPage } from '#pwa/features/identity/sign-in/sign-out-page.tsx';

function SignOut() {
  const { user, signOut } = useShell();
  const { history } = useRouter();
  return (
    <AuthenticationLayout>
      <SignOutPage email={user?.email ?? null} onSignOut={signOut} onStay={() => history.replace('/')} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/sign-out')({ component: SignOut });
