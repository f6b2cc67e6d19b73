import { createFileRoute } from '@tanstack/react-router';
import { DirectorSearch } from '#db/batches/directors/director-work.ts';
import { DirectorPage } from '#pwa/app/directors/director-page.tsx';

function ClinicalDirector() {
  const { order } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <DirectorPage
      kind="clinical"
      order={order ?? 'oldest'}
      onOrder={(next) => void navigate({ search: { order: next }, replace: true })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/clinical-director')({
  validateSearch: DirectorSearch,
  component: ClinicalDirector,
});
