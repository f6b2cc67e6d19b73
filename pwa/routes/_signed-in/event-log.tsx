import { createFileRoute } from '@tanstack/react-router';
import { mayVisit } from '#db/access/paths.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell, visitorOf } from '#pwa/app/shell.ts';
import { EventLogPage } from '#pwa/features/records/events/event-log-page.tsx';
import { usePageExists } from '#pwa/navigation/menu.ts';

function EventLog() {
  const { user, siteVariant } = useShell();
  const exists = usePageExists();
  const visitor = visitorOf(user);
  return (
    <OnlineQueries>
      <EventLogPage
        role={user?.role ?? null}
        permissions={user?.permissions ?? []}
        mayOpen={(path) => exists(path) && visitor !== null && mayVisit(siteVariant, visitor, path)}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/event-log')({ component: EventLog });
