import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AccessionPage } from '#pwa/features/specimens/accession/accession-page.tsx';

const Id = z.string().max(40).optional().catch(undefined);
const Search = z.object({ session: Id, order: Id });

function Accession() {
  const { session, order } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AccessionPage
      sessionId={session ?? null}
      orderId={order ?? null}
      // Back from a session leads to the page of the link, not into the session again.
      onSession={(next) =>
        void navigate({ search: next === null ? {} : { session: next }, replace: order !== undefined })
      }
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/specimens/accession')({
  validateSearch: Search,
  component: Accession,
});
