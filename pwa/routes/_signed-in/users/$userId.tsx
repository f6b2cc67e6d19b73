import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { UserPage } from '#pwa/features/identity/users/user-page.tsx';

function OneUser() {
  const { user } = useShell();
  const { userId } = Route.useParams();
  if (!user?.role) return null;
  return (
    <OnlineQueries>
      <UserPage key={userId} id={userId} viewer={{ role: user.role, permissions: user.permissions }} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/users/$userId')({ component: OneUser });
