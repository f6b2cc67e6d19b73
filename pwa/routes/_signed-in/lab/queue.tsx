import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BatchType } from '#db/batches/batch.ts';
import { QueuePage } from '#pwa/features/specimens/queue/work-queue-page.tsx';

const Search = z.object({ stage: BatchType.optional().catch(undefined) });

function Queue() {
  const { stage } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <QueuePage
      stage={stage ?? 'PREPARATION'}
      onStage={(next) => void navigate({ search: { stage: next }, replace: true })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/queue')({ validateSearch: Search, component: Queue });
