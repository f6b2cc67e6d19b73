import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ApprovalsPage } from '#pwa/features/ordering/approvals/approvals-page.tsx';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';

function Approvals() {
  const router = useRouter();
  const { parameters, update } = useQueryParameters();
  return (
    <OnlineQueries>
      <ApprovalsPage
        tab={parameters.get('tab') ?? 'mine'}
        onTab={(tab) => update({ tab: tab === 'mine' ? null : tab })}
        onOpen={(path) => router.history.push(path)}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/approvals/')({ component: Approvals });
