import { createFileRoute } from '@tanstack/react-router';
import { mayVisit } from '#db/access/paths.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell, visitorOf } from '#pwa/app/shell.ts';
import { recordLink } from '#pwa/features/records/events/record-path.ts';
import { NotesPage } from '#pwa/features/records/notes/notes-page.tsx';
import { usePageExists } from '#pwa/navigation/menu.ts';

function Notes() {
  const navigate = Route.useNavigate();
  const { user, siteVariant } = useShell();
  const exists = usePageExists();
  const visitor = visitorOf(user);
  const opens = (path: string) => exists(path) && visitor !== null && mayVisit(siteVariant, visitor, path);
  return (
    <OnlineQueries>
      <NotesPage
        staff={user?.role ? seesAllCompanies(user.role) : false}
        linkOf={({ targetType, targetId }) => recordLink(targetType, targetId, opens)}
        onOpen={(link) => void navigate(link)}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/notes')({ component: Notes });
