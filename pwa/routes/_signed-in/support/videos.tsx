import { createFileRoute } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { VideosPage } from '#pwa/features/records/support/videos-page.tsx';

function Videos() {
  const role = useShell().user?.role;
  return (
    <OnlineQueries>
      <VideosPage keeps={role ? may(role, 'support:update') : false} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/support/videos')({ component: Videos });
