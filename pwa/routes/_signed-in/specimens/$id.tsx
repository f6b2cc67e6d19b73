import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RecordActivity } from '#pwa/features/records/activity/record-activity.tsx';
import { OwnSpecimenPage } from '#pwa/features/specimens/own/own-specimen-page.tsx';

function One() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <OwnSpecimenPage
        id={id}
        activity={(number, events) => (
          <RecordActivity targetType="Specimen" targetId={id} number={number} events={events} />
        )}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/specimens/$id')({ component: One });
