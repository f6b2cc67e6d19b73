import { createFileRoute } from '@tanstack/react-router';
import { ArrivalSearch } from '#pwa/features/samples/arrival-search.ts';
import { CheckInPage } from '#pwa/features/samples/check-in-page.tsx';

function CheckIn() {
  const { sample } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onTaken = (): void => void navigate({ search: {}, replace: true });
  return <CheckInPage arrival={{ sampleId: sample, onTaken }} />;
}

export const Route = createFileRoute('/_signed-in/lab/samples/check-in')({
  validateSearch: ArrivalSearch,
  component: CheckIn,
});
