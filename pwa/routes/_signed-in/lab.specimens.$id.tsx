import { createFileRoute } from '@tanstack/react-router';
import { SpecimenPage } from '#pwa/features/specimens/detail/specimen-page.tsx';

function Specimen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return <SpecimenPage specimenId={id} onList={() => void navigate({ to: '/lab/specimens' })} />;
}

export const Route = createFileRoute('/_signed-in/lab/specimens/$id')({ component: Specimen });
