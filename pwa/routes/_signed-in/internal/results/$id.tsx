import { createFileRoute } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { FilesPanel } from '#pwa/features/records/files/files-panel.tsx';
import { RunPage } from '#pwa/features/sequencing/runs/run-page.tsx';
import { useSession } from '#pwa/replica/session/session.ts';

function One() {
  const { id } = Route.useParams();
  const role = useSession().session?.user.role;
  return (
    <OnlineQueries>
      <RunPage
        id={id}
        documents={
          <FilesPanel
            target={{ targetType: 'BatchResult', targetId: id, fileType: 'QC_REPORT' }}
            staff
            uploads={role !== undefined && may(role, 'internal/results:create')}
          />
        }
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/internal/results/$id')({ component: One });
