import { createFileRoute } from '@tanstack/react-router';
import { CheckOutPage } from '#pwa/features/samples/custody/check-out-page.tsx';
import { DeepLinkSearch } from '#pwa/features/samples/placing/deep-link-search.ts';

function CheckOut() {
  const { sample, container } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onTaken = (): void => void navigate({ search: {}, replace: true });
  return <CheckOutPage sampleId={sample} containerId={container} onTaken={onTaken} />;
}

export const Route = createFileRoute('/_signed-in/lab/samples/check-out')({
  validateSearch: DeepLinkSearch,
  component: CheckOut,
});
