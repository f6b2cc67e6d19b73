import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { UsersPage } from '#pwa/features/identity/users/users-page.tsx';

// The address also holds the list's search, filters, sorting and page.
const Search = z.looseObject({ tab: z.enum(['people', 'invitations']).optional().catch(undefined) });

function Users() {
  const { user } = useShell();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (!user?.role) return null;
  return (
    <OnlineQueries>
      <UsersPage
        viewer={{ role: user.role, permissions: user.permissions }}
        tab={tab ?? 'people'}
        onTab={(next) => void navigate({ search: Search.parse({ tab: next }), replace: true })}
        onOpen={(userId) => void navigate({ to: '/users/$userId', params: { userId } })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/users/')({ validateSearch: Search, component: Users });
