import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { NotesPanel } from '#pwa/features/records/notes/notes-panel.tsx';
import { OwnSpecimenPage } from '#pwa/features/specimens/own/own-specimen-page.tsx';

function One() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <OwnSpecimenPage id={id} sidePanel={<NotesPanel targetType="Specimen" targetId={id} staff={false} />} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/specimens/$id')({ component: One });
