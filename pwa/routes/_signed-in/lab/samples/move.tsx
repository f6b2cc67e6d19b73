import { createFileRoute } from '@tanstack/react-router';
import { type MoveMode, MoveSearch } from '#pwa/features/samples/placing/deep-link-search.ts';
import { MovePage } from '#pwa/features/samples/placing/move-page.tsx';

function Move() {
  const { mode = 'samples', container, sample } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (next: MoveMode): void =>
    void navigate({ search: { mode: next, container }, replace: true });
  const arrival = { sampleId: sample, onTaken: () => change(mode) };
  return <MovePage mode={mode} containerId={container} deepLink={arrival} onMode={change} />;
}

export const Route = createFileRoute('/_signed-in/lab/samples/move')({
  validateSearch: MoveSearch,
  component: Move,
});
