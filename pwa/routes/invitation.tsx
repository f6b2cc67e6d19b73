import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { InvitationPage } from '#pwa/features/identity/account-links/invitation-page.tsx';
import { sessionWatch } from '#pwa/replica/session/session.ts';

function Invitation() {
  const { user, signOut } = useShell();
  return (
    <AuthenticationLayout>
      <OnlineQueries>
        <InvitationPage
          signedInAs={user?.email ?? null}
          signOut={signOut}
          onJoined={() => sessionWatch().refresh()}
        />
      </OnlineQueries>
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/invitation')({ component: Invitation });
