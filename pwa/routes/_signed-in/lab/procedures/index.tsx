import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ProceduresPage } from '#pwa/features/protocols/procedures/procedures-page.tsx';

function Procedures() {
  return (
    <OnlineQueries>
      <ProceduresPage />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/procedures/')({ component: Procedures });
