import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useHasUnsavedChanges } from '#pwa/app/dirty.ts';
import { PermissionsPage } from '#pwa/features/identity/permissions/permissions-page.tsx';
import { LeaveGuard } from '#pwa/navigation/leave-guard.tsx';
import { sessionWatch } from '#pwa/replica/session/session.ts';

const Search = z.object({ tab: z.enum(['groups', 'roles']).optional().catch(undefined) });

function Permissions() {
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  const unsaved = useHasUnsavedChanges();
  return (
    <OnlineQueries>
      <LeaveGuard unsaved={unsaved} />
      <PermissionsPage
        tab={tab ?? 'groups'}
        onTab={(next) => void navigate({ search: Search.parse({ tab: next }), replace: true })}
        onSaved={() => void sessionWatch().refresh()}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/permissions')({
  validateSearch: Search,
  component: Permissions,
});
