import { createFileRoute } from '@tanstack/react-router';
import { ArrivalSearch } from '#pwa/features/samples/arrival-search.ts';
import { CheckOutPage } from '#pwa/features/samples/check-out-page.tsx';

function CheckOut() {
  const { sample, container } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onTaken = (): void => void navigate({ search: {}, replace: true });
  return <CheckOutPage sampleId={sample} containerId={container} onTaken={onTaken} />;
}

export const Route = createFileRoute('/_signed-in/lab/samples/check-out')({
  validateSearch: ArrivalSearch,
  component: CheckOut,
});
