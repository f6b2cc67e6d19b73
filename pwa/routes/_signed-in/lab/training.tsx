import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { TrainingPage } from '#pwa/features/protocols/training/training-page.tsx';

const Search = z.object({
  procedure: z.string().optional().catch(undefined),
  /** The membership of the only person that is shown. */
  person: z.string().optional().catch(undefined),
  show: z.enum(['expiring', 'missing']).optional().catch(undefined),
});

function Training() {
  const { procedure, person, show } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <TrainingPage
        code={procedure ?? null}
        personId={person ?? null}
        show={show ?? 'all'}
        onSearch={(next) =>
          void navigate({
            search: {
              ...(next.code === null ? {} : { procedure: next.code }),
              ...(next.personId === null ? {} : { person: next.personId }),
              ...(next.show === 'all' ? {} : { show: next.show }),
            },
            replace: true,
          })
        }
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/training')({
  validateSearch: Search,
  component: Training,
});
