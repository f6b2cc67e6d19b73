import { createFileRoute } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { RequestsPage } from '#pwa/features/records/support/requests-page.tsx';

function Requests() {
  const role = useShell().user?.role;
  return (
    <OnlineQueries>
      <RequestsPage answers={role ? may(role, 'support:update') : false} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/support/requests')({ component: Requests });
