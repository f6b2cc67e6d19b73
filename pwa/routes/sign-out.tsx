import { createFileRoute } from '@tanstack/react-router';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { SignOutPage } from '#pwa/features/identity/sign-in/sign-out-page.tsx';

function SignOut() {
  const { user, signOut } = useShell();
  const navigate = Route.useNavigate();
  return (
    <AuthenticationLayout>
      <SignOutPage
        email={user?.email ?? null}
        onSignOut={signOut}
        onStay={() => void navigate({ to: '/', replace: true })}
      />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/sign-out')({ component: SignOut });
