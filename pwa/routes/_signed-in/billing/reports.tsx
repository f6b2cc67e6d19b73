import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ReportsPage } from '#pwa/features/billing/reports/reports-page.tsx';

function ReportsRoute() {
  return (
    <OnlineQueries>
      <ReportsPage />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/billing/reports')({ component: ReportsRoute });
