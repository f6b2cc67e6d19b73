import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { DesignerPage } from '#pwa/features/protocols/designer/designer-page.tsx';

function Design() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <DesignerPage id={id} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/procedures/$id_/design')({ component: Design });
