import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { AnalysisPage } from '#pwa/features/protocols/analyses/analysis-page.tsx';
import { FilesPanel } from '#pwa/features/records/files/files-panel.tsx';

function One() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <AnalysisPage
        id={id}
        validationFiles={(uploads) => (
          <FilesPanel
            target={{ targetType: 'Analysis', targetId: id, fileType: 'ANALYSIS_DOCUMENT' }}
            staff
            uploads={uploads}
          />
        )}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/analysis/$id')({ component: One });
