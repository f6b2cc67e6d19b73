import { createFileRoute } from '@tanstack/react-router';
import { CheckInPage } from '#pwa/features/samples/placing/check-in-page.tsx';
import { DeepLinkSearch } from '#pwa/features/samples/placing/deep-link-search.ts';

function CheckIn() {
  const { sample } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onTaken = (): void => void navigate({ search: {}, replace: true });
  return <CheckInPage deepLink={{ sampleId: sample, onTaken }} />;
}

export const Route = createFileRoute('/_signed-in/lab/samples/check-in')({
  validateSearch: DeepLinkSearch,
  component: CheckIn,
});
