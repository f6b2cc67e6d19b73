import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AccessionPage } from '#pwa/features/specimens/accession/accession-page.tsx';

const Search = z.object({ session: z.string().max(40).optional().catch(undefined) });

function Accession() {
  const { session } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AccessionPage
      sessionId={session ?? null}
      onSession={(next) => void navigate({ search: next === null ? {} : { session: next } })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/specimens/accession')({
  validateSearch: Search,
  component: Accession,
});
