import { createFileRoute } from '@tanstack/react-router';
import { AuthenticationLayout } from '#pwa/app/layouts/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { InvitationPage } from '#pwa/features/identity/invitation-page.tsx';
import { sessionWatch } from '#pwa/replica/session.ts';

function Invitation() {
  const { user, signOut } = useShell();
  return (
    <AuthenticationLayout>
      <InvitationPage
        signedInAs={user?.email ?? null}
        signOut={signOut}
        onJoined={() => sessionWatch().refresh()}
      />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/invitation')({ component: Invitation });
