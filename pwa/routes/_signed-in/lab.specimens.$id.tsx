import { createFileRoute } from '@tanstack/react-router';
import { BenchFiles } from '#pwa/features/files/bench-files.tsx';
import { BenchNotes } from '#pwa/features/records/notes/bench-notes.tsx';
import { SpecimenPage } from '#pwa/features/specimens/detail/specimen-page.tsx';

function Specimen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <SpecimenPage
      specimenId={id}
      notes={<BenchNotes targetType="Specimen" targetId={id} />}
      files={<BenchFiles targetType="Specimen" targetId={id} />}
      onList={() => void navigate({ to: '/lab/specimens' })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/specimens/$id')({ component: Specimen });
