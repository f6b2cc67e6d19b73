import { createFileRoute } from '@tanstack/react-router';
import { MoveMode, MoveSearch } from '#pwa/features/samples/move-modes.ts';
import { MovePage } from '#pwa/features/samples/move-page.tsx';

function Move() {
  const { mode = 'samples', container } = Route.useSearch();
  const navigate = Route.useNavigate();
  const change = (next: string): void => {
    const chosen = MoveMode.safeParse(next);
    if (chosen.success) void navigate({ search: { mode: chosen.data, container }, replace: true });
  };
  return <MovePage mode={mode} containerId={container} onMode={change} />;
}

export const Route = createFileRoute('/_signed-in/lab/samples/move')({
  validateSearch: MoveSearch,
  component: Move,
});
